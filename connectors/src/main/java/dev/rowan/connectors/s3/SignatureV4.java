package dev.rowan.connectors.s3;

import dev.rowan.api.call.WireRequest;
import dev.rowan.cloud.request.RequestSignature;
import dev.rowan.cloud.signin.AwsCredentials;
import java.net.URI;
import java.time.Instant;

/// Signs requests about objects ("Authenticating Requests" in the documentation of S3).
record SignatureV4(S3Dialect dialect, String region) {

    /// The request with its signature, to be sent at `now`.
    WireRequest sign(S3Request request, URI root, AwsCredentials keys, Instant now) {
        String time = RequestSignature.time(now);
        S3Request dated = request.with(dialect.header("date"), time)
                .with(dialect.header("content-sha256"), request.body().sha256());
        URI uri = dated.uri(root);
        var parts = new RequestSignature.Parts(
                dated.method(),
                root.getRawAuthority(),
                uri.getRawPath(),
                uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                dated.headers(),
                dated.body().sha256());
        return dated.wire(
                root,
                new RequestSignature(dialect.names(), region).credentials(parts, root.getHost(), keys.key(), time));
    }
}
