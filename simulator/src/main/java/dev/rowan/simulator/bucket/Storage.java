package dev.rowan.simulator.bucket;

/// A storage, by the scheme of its URIs, which is also its path in the simulator.
public enum Storage {
    S3("s3"),
    GOOGLE("gs");

    private final String scheme;

    Storage(String scheme) {
        this.scheme = scheme;
    }

    public String scheme() {
        return scheme;
    }

    /// The URI of an object.
    public String uri(String bucket, String key) {
        return scheme + "://" + bucket + "/" + key;
    }
}
