package dev.rowan.connectors.s3;

import dev.rowan.api.config.Options;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.StorageProvider;
import java.util.List;
import java.util.Optional;

/// Google Cloud Storage as `gs://bucket/key`, by its XML API, which is almost that of S3.
public final class GoogleStorage implements StorageProvider {

    @Override
    public List<String> schemes() {
        return List.of("gs");
    }

    @Override
    public Options options() {
        return GoogleSettings.OPTIONS;
    }

    @Override
    public Origin origin(Location location) {
        return S3Origin.of(GoogleSettings.read(location), location);
    }

    @Override
    public Optional<Destination> destination(Location location, String mediaType) {
        return Optional.of(S3Destination.of(GoogleSettings.read(location), location, mediaType));
    }
}
