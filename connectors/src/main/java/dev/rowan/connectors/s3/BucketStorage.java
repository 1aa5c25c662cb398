package dev.rowan.connectors.s3;

import dev.rowan.api.config.Options;
import dev.rowan.connectors.file.Destination;
import dev.rowan.connectors.file.Origin;
import dev.rowan.connectors.file.StorageProvider;
import java.util.List;
import java.util.Optional;

/// Objects in buckets, as `scheme://bucket/key`.
abstract class BucketStorage implements StorageProvider {
    private final String scheme;
    private final Options options;

    BucketStorage(String scheme, Options options) {
        this.scheme = scheme;
        this.options = options;
    }

    abstract BucketSettings settings(Location location);

    @Override
    public final List<String> schemes() {
        return List.of(scheme);
    }

    @Override
    public final Options options() {
        return options;
    }

    @Override
    public final Origin origin(Location location) {
        return S3Origin.of(settings(location), location);
    }

    @Override
    public final Optional<Destination> destination(Location location, String mediaType) {
        return Optional.of(S3Destination.of(settings(location), location, mediaType));
    }
}
