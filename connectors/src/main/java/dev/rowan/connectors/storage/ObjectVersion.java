package dev.rowan.connectors.storage;

/// A version of an object: its tag, usually the ETag, and its size.
public record ObjectVersion(String tag, long size) {

    /// The version as a fingerprint for the record.
    public String fingerprint() {
        return "etag:" + tag.replace("\"", "") + ",bytes:" + size;
    }
}
