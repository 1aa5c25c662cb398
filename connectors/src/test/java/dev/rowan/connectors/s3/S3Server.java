package dev.rowan.connectors.s3;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.signin.AwsCredentials;
import dev.rowan.cloud.signin.CredentialsProvider;
import dev.rowan.connectors.storage.WireSetup;
import dev.rowan.testkit.server.S3Servers;
import dev.rowan.testkit.server.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A server that speaks S3, with our own client for its buckets.
final class S3Server implements AutoCloseable {
    static final String KEY_ID = "local-identity";
    static final String SECRET = "local-credential";

    private final ServerProcess process;

    private S3Server(ServerProcess process) {
        this.process = process;
    }

    /// S3Proxy, which verifies signatures.
    static S3Server proxy() throws IOException, InterruptedException {
        return new S3Server(S3Servers.startProxy(KEY_ID, SECRET));
    }

    /// Adobe's S3Mock.
    static S3Server mock() throws IOException, InterruptedException {
        return new S3Server(S3Servers.startMock());
    }

    URI address() {
        return process.address();
    }

    /// The options of a source or sink on this server.
    Map<String, Object> options(String path) {
        return Map.of("path", path, "storage", storage());
    }

    Map<String, Object> storage() {
        return Map.of("endpoint", address().toString(), "access_key_id", KEY_ID, "secret_access_key", SECRET);
    }

    static WireSetup setup() {
        return WireSetup.of(Map.of("HOME", "/nonexistent"));
    }

    /// A new bucket, accessed by our own signed requests.
    S3Bucket newBucket() throws IOException {
        S3Bucket bucket = bucket("test-" + UUID.randomUUID());
        expect(bucket, S3Request.of("PUT", ""), 200);
        return bucket;
    }

    S3Bucket bucket(String name) {
        var setup = setup();
        var keys = new AwsCredentials(KEY_ID, Secret.of("test", SECRET), Optional.empty());
        return new S3Bucket(
                S3Dialect.S3,
                new S3Location("s3", name, ""),
                URI.create(address() + "/" + name),
                new Authorization.Signed(
                        new SignatureV4(S3Dialect.S3, "us-east-1"),
                        CredentialsProvider.fixed("test", keys, setup.time())),
                setup.wire(),
                setup.time());
    }

    static void put(S3Bucket bucket, String key, byte[] content) throws IOException {
        expect(bucket, S3Request.of("PUT", key).with(Payload.of(content)), 200);
    }

    static Optional<byte[]> get(S3Bucket bucket, String key) throws IOException {
        WireReply reply = bucket.exchange(S3Request.of("GET", key));
        return reply instanceof WireReply.Complete complete && complete.status() == 200
                ? Optional.of(complete.body().bytes())
                : Optional.empty();
    }

    static void delete(S3Bucket bucket, String key) throws IOException {
        bucket.exchange(S3Request.of("DELETE", key));
    }

    private static void expect(S3Bucket bucket, S3Request request, int status) throws IOException {
        WireReply reply = bucket.exchange(request);
        if (!(reply instanceof WireReply.Complete complete) || complete.status() != status) {
            throw new IOException(request + ": " + reply + " "
                    + (reply instanceof WireReply.Complete c ? c.body().asText() : ""));
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
