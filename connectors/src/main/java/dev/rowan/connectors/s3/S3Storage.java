package dev.rowan.connectors.s3;

/// S3 and services that are compatible with it, as `s3://bucket/key`.
public final class S3Storage extends BucketStorage {

    public S3Storage() {
        super("s3", S3Settings.OPTIONS);
    }

    @Override
    BucketSettings settings(Location location) {
        return S3Settings.read(location);
    }
}
