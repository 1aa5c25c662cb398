package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Headers;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How to sign in to Google Cloud, as configured: an HMAC key, a service account, or the metadata service.
public record GoogleSignIn(Optional<String> keyId, Optional<SecretReference> secret, Optional<Path> account) {
    private static final Option<String> SERVICE_ACCOUNT = Option.text("service_account")
            .optional()
            .describedAs("file with the JSON key of a service account; default: GOOGLE_APPLICATION_CREDENTIALS, "
                    + "then the metadata service");

    /// By environment and machine alone.
    public static final GoogleSignIn OF_ENVIRONMENT =
            new GoogleSignIn(Optional.empty(), Optional.empty(), Optional.empty());

    public static final Options OPTIONS =
            Options.of(AwsSignIn.ACCESS_KEY_ID, AwsSignIn.SECRET_ACCESS_KEY, SERVICE_ACCOUNT);

    public static GoogleSignIn read(Section section) {
        Optional<String> id = section.find(AwsSignIn.ACCESS_KEY_ID);
        Optional<SecretReference> secret = section.find(AwsSignIn.SECRET_ACCESS_KEY);
        if (id.isPresent() != secret.isPresent()) {
            section.problem(
                    id.isPresent() ? AwsSignIn.ACCESS_KEY_ID : AwsSignIn.SECRET_ACCESS_KEY,
                    "must be set together: 'access_key_id' and 'secret_access_key'");
        }
        Optional<Path> account = section.find(SERVICE_ACCOUNT).map(_ -> section.path(SERVICE_ACCOUNT));
        if (account.isPresent() && id.isPresent()) {
            section.problem(SERVICE_ACCOUNT, "must not be combined with 'access_key_id'");
        }
        return new GoogleSignIn(id, secret, account);
    }

    public boolean isConfigured() {
        return keyId.isPresent() || account.isPresent();
    }

    /// The HMAC key, if one is configured.
    public Optional<CredentialsProvider<AwsCredentials>> keys(PluginSetup setup)
            throws PluginException, InterruptedException {
        if (keyId.isEmpty() || secret.isEmpty()) {
            return Optional.empty();
        }
        var keys = new AwsCredentials(keyId.get(), setup.secret(secret.get()), Optional.empty());
        return Optional.of(CredentialsProvider.fixed("HMAC key of the settings", keys, setup.time()));
    }

    /// Tokens for `service`: of the credential file, or of the machine.
    public CredentialsProvider<Secret> tokens(PluginSetup setup, GoogleService service) throws PluginException {
        Optional<Path> file = account.or(
                () -> setup.environment("GOOGLE_APPLICATION_CREDENTIALS").map(Path::of));
        if (file.isPresent()) {
            return GoogleCredentialFile.signIn(file.get(), service, setup);
        }
        String host = setup.environment("GCE_METADATA_HOST").orElse("metadata.google.internal");
        URI uri = URI.create("http://" + host + "/computeMetadata/v1/instance/service-accounts/default/token");
        return new CredentialsProvider<>("metadata service", () -> issued(uri, service, setup.time()), setup.time());
    }

    private static CredentialsProvider.Issued<Secret> issued(URI uri, GoogleService wanted, Time time)
            throws PluginException {
        var service = new TokenService("Google's metadata service", time);
        try {
            return bearer(
                    CredentialResponse.parse(
                            service.what(),
                            service.metadata(
                                    TokenService.get(uri, Headers.of("Metadata-Flavor", "Google"), List.of()))),
                    time);
        } catch (PluginException e) {
            throw new PluginException("no Google credentials: " + e.getMessage() + "; " + wanted.keys(), e);
        }
    }

    /// The token in a reply of OAuth.
    static CredentialsProvider.Issued<Secret> bearer(CredentialResponse json, Time time) throws PluginException {
        return new CredentialsProvider.Issued<>(json.secret("access_token"), json.after("expires_in", time.instant()));
    }
}
