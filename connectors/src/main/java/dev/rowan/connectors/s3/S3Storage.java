package dev.rowan.connectors.s3;

import dev.rowan.api.config.Options;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.StorageProvider;
import java.util.List;
import java.util.Optional;

/// S3 and services that are compatible with it, as `s3://bucket/key`.
public final class S3Storage implements StorageProvider {

    @Override
    public List<String> schemes() {
        return List.of("s3");
    }

    @Override
    public Options options() {
        return S3Settings.OPTIONS;
    }

    @Override
    public Origin origin(Location location) {
        return S3Origin.of(S3Settings.read(location), location);
    }

    @Override
    public Optional<Destination> destination(Location location, String mediaType) {
        return Optional.of(S3Destination.of(S3Settings.read(location), location, mediaType));
    }
}
