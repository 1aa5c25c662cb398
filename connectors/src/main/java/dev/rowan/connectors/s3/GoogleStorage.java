package dev.rowan.connectors.s3;

/// Google Cloud Storage as `gs://bucket/key`, by its XML API, which is almost that of S3.
public final class GoogleStorage extends BucketStorage {

    public GoogleStorage() {
        super("gs", GoogleSettings.OPTIONS);
    }

    @Override
    BucketSettings settings(Location location) {
        return GoogleSettings.read(location);
    }
}
