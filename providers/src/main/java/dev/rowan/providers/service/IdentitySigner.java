package dev.rowan.providers.service;

import dev.rowan.api.Time;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.RequestSigner;
import dev.rowan.api.call.SignInException;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.request.PercentEncoding;
import dev.rowan.cloud.request.RequestSignature;
import dev.rowan.cloud.signin.AwsCredentials;
import dev.rowan.cloud.signin.CredentialsProvider;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// Signs requests with an identity of a cloud instead of a key. [#PLACEHOLDER] stands for the key until then, so that
/// calls and accounts keep their identity when tokens are renewed.
public sealed interface IdentitySigner extends RequestSigner {
    Secret PLACEHOLDER = Secret.of("identity", "signed-in-with-an-identity");

    /// The header with the hash of a body that is in a file.
    String CONTENT_HASH = "x-amz-content-sha256";

    /// With a token.
    record Token(CredentialsProvider<Secret> tokens) implements IdentitySigner {}

    /// With a signature of AWS for `service` in `region`.
    record Aws(CredentialsProvider<AwsCredentials> keys, String service, String region, Time time)
            implements IdentitySigner {

        /// The path is encoded once more, as all services of AWS but S3 want it.
        private WireRequest signed(WireRequest request, List<Credential> others) throws PluginException {
            String date = RequestSignature.time(time.instant());
            WireRequest dated = request.with(request.headers().with("X-Amz-Date", date), others);
            URI uri = dated.uri();
            var parts = new RequestSignature.Parts(
                    dated.method(),
                    uri.getRawAuthority(),
                    PercentEncoding.path(uri.getRawPath()),
                    uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                    dated.headers(),
                    dated.body().sha256());
            var credentials = new ArrayList<>(others);
            credentials.addAll(new RequestSignature(RequestSignature.Names.aws(service), region)
                    .credentials(parts, uri.getHost(), keys.credential().key(), date));
            return dated.with(dated.headers(), credentials);
        }
    }

    /// With a signature of AWS for S3 in `region`. The hash of the body is in a header, and the path is not encoded
    /// again.
    record S3(CredentialsProvider<AwsCredentials> keys, String region, Time time) implements IdentitySigner {

        private WireRequest signed(WireRequest request, List<Credential> others) throws PluginException {
            String date = RequestSignature.time(time.instant());
            String hash = request.headers()
                    .first(CONTENT_HASH)
                    .orElseGet(() -> request.body().sha256());
            Headers headers = request.headers().first(CONTENT_HASH).isPresent()
                    ? request.headers()
                    : request.headers().with(CONTENT_HASH, hash);
            WireRequest dated = request.with(headers.with("x-amz-date", date), others);
            URI uri = dated.uri();
            var parts = new RequestSignature.Parts(
                    dated.method(),
                    uri.getRawAuthority(),
                    uri.getRawPath(),
                    uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                    dated.headers(),
                    hash);
            var credentials = new ArrayList<>(others);
            credentials.addAll(new RequestSignature(RequestSignature.Names.aws("s3"), region)
                    .credentials(parts, uri.getHost(), keys.credential().key(), date));
            return dated.with(dated.headers(), credentials);
        }
    }

    @Override
    default WireRequest sign(WireRequest request) throws SignInException {
        String host = request.uri().getHost();
        var credentials = new ArrayList<>(request.credentials().stream()
                .filter(credential -> !credential.secret().equals(PLACEHOLDER))
                .toList());
        try {
            return switch (this) {
                case Token(var tokens) -> {
                    credentials.add(Credential.bearer(host, tokens.credential()));
                    yield request.with(request.headers(), credentials);
                }
                case Aws aws -> aws.signed(request, credentials);
                case S3 s3 -> s3.signed(request, credentials);
            };
        } catch (PluginException failed) {
            throw new SignInException(String.valueOf(failed.getMessage()), failed);
        }
    }
}
