package dev.rowan.connectors.s3;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.signin.AwsCredentials;
import dev.rowan.cloud.signin.CredentialsProvider;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/// How requests to a bucket are authorized.
sealed interface Authorization {

    /// By a signature of each request.
    record Signed(SignatureV4 signature, CredentialsProvider<AwsCredentials> signIn) implements Authorization {}

    /// By a token, for Google.
    record Bearer(CredentialsProvider<Secret> signIn) implements Authorization {}

    /// Not at all, for public objects.
    record Anonymous() implements Authorization {}

    default WireRequest authorize(S3Request request, URI root, Instant now) throws PluginException {
        return switch (this) {
            case Signed(var signature, var signIn) -> signature.sign(request, root, signIn.credential(), now);
            case Bearer(var signIn) ->
                request.wire(root, List.of(Credential.bearer(root.getHost(), signIn.credential())));
            case Anonymous() -> request.wire(root, List.of());
        };
    }

    /// Where the credential comes from.
    default String method() {
        return switch (this) {
            case Signed(var _, var signIn) -> signIn.method();
            case Bearer(var signIn) -> signIn.method();
            case Anonymous() -> "anonymous";
        };
    }
}
