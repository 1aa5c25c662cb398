package dev.rowan.connectors.s3;

import dev.rowan.api.Time;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.cloud.request.RequestRetry;
import dev.rowan.connectors.storage.ObjectVersion;
import dev.rowan.connectors.storage.RangeReader;

/// An object in a bucket, which may not exist.
record S3Object(S3Bucket bucket, S3Location location) implements RangeReader {
    /// The metadata that names the writer of an object.
    private static final String WRITER = "meta-rowan-writer";

    /// The result of a lookup.
    sealed interface Found {
        record Present(ObjectVersion version, String writer) implements Found {}

        record Absent(String message) implements Found {}
    }

    String writerHeader() {
        return bucket.dialect().header(WRITER);
    }

    /// A HEAD request. Its errors have no body, so that a GET tells what is wrong.
    Found find(int attempts) throws PluginException {
        WireReply.Complete head = bucket.settled(S3Request.of("HEAD", location.key()), attempts, location);
        if (head.status() == 200) {
            return new Found.Present(
                    new ObjectVersion(
                            head.headers()
                                    .first("etag")
                                    .orElseThrow(() -> new PluginException(location + ": the service gave no ETag")),
                            size(head)),
                    head.headers().first(writerHeader()).orElse(""));
        }
        WireReply.Complete reply =
                bucket.settled(S3Request.of("GET", location.key()).with("Range", "bytes=0-0"), attempts, location);
        String message = location + ": " + bucket.message(reply.status() < 300 ? head : reply);
        if (reply.status() == 404 && !S3Errors.code(reply).equals("NoSuchBucket")) {
            return new Found.Absent(message);
        }
        throw new PluginException(message);
    }

    private long size(WireReply.Complete head) throws PluginException {
        try {
            return Long.parseLong(head.headers().first("content-length").orElse("0"));
        } catch (NumberFormatException e) {
            throw new PluginException(location + ": the service gave no size", e);
        }
    }

    /// Deletes the object, if it exists.
    void delete() throws PluginException {
        WireReply.Complete reply = bucket.settled(S3Request.of("DELETE", location.key()), RequestRetry.MANY, location);
        if (reply.status() >= 300 && reply.status() != 404) {
            throw new PluginException(location + " cannot be deleted: " + bucket.message(reply));
        }
    }

    @Override
    public String address() {
        return location.toString();
    }

    /// Objects that Google stores as gzip are not unpacked on the way.
    @Override
    public WireReply range(long from, int length, ObjectVersion version) throws PluginException {
        S3Request request = S3Request.of("GET", location.key())
                .with("Range", "bytes=" + from + "-" + (from + length - 1))
                .with("If-Match", version.tag());
        return bucket.exchange(
                bucket.dialect() == S3Dialect.GOOGLE ? request.with("Accept-Encoding", "gzip") : request);
    }

    @Override
    public String message(WireReply reply) {
        return bucket.message(reply);
    }

    @Override
    public Time time() {
        return bucket.time();
    }
}
