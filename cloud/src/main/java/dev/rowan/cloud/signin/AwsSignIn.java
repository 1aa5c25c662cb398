package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretOption;
import dev.rowan.api.secret.SecretReference;
import java.util.Optional;

/// How to sign in to AWS, as configured. Without keys and profile: environment, web identity, profile `default`,
/// container endpoint, instance metadata; the first that is set up.
public record AwsSignIn(
        Optional<String> keyId,
        Optional<SecretReference> secret,
        Optional<SecretReference> token,
        Optional<String> profile) {
    public static final Option<String> ACCESS_KEY_ID =
            Option.text("access_key_id").optional().describedAs("id of an access key or HMAC key");

    public static final Option<SecretReference> SECRET_ACCESS_KEY =
            SecretOption.named("secret_access_key").optional().describedAs("secret of 'access_key_id'");

    private static final Option<SecretReference> SESSION_TOKEN =
            SecretOption.named("session_token").optional().describedAs("session token of a temporary 'access_key_id'");

    private static final Option<String> PROFILE = Option.text("profile")
            .optional()
            .describedAs("profile in ~/.aws/config or ~/.aws/credentials; default: AWS_PROFILE, then 'default'");

    public static final Options OPTIONS = Options.of(ACCESS_KEY_ID, SECRET_ACCESS_KEY, SESSION_TOKEN, PROFILE);

    /// By environment and machine alone.
    public static final AwsSignIn OF_ENVIRONMENT =
            new AwsSignIn(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public static AwsSignIn read(Section section) {
        var read = new AwsSignIn(
                section.find(ACCESS_KEY_ID),
                section.find(SECRET_ACCESS_KEY),
                section.find(SESSION_TOKEN),
                section.find(PROFILE));
        if (read.keyId.isPresent() != read.secret.isPresent()) {
            section.problem(
                    read.keyId.isPresent() ? ACCESS_KEY_ID : SECRET_ACCESS_KEY,
                    "must be set together: 'access_key_id' and 'secret_access_key'");
        }
        if (read.token.isPresent() && read.keyId.isEmpty()) {
            section.problem(SESSION_TOKEN, "needs 'access_key_id' and 'secret_access_key'");
        }
        if (read.profile.isPresent() && read.keyId.isPresent()) {
            section.problem(PROFILE, "must not be combined with 'access_key_id'");
        }
        return read;
    }

    /// Chooses the method; only keys and programs in the settings are resolved at once.
    public CredentialsProvider<AwsCredentials> choose(PluginSetup setup) throws PluginException, InterruptedException {
        Time time = setup.time();
        if (keyId.isPresent() && secret.isPresent()) {
            var keys = new AwsCredentials(keyId.get(), setup.secret(secret.get()), resolved(setup, token));
            return CredentialsProvider.fixed("access key of the settings", keys, time);
        }
        Optional<String> named = profile.or(() -> setup.environment("AWS_PROFILE"));
        if (named.isPresent()) {
            AwsProfile found = AwsProfile.find(named.get(), setup)
                    .orElseThrow(() -> new PluginException("there is no profile '" + named.get()
                            + "' in ~/.aws/config and ~/.aws/credentials; add it or change 'profile' or AWS_PROFILE"));
            return AwsProfileKeys.signIn(found, setup);
        }
        if (setup.environment("AWS_ACCESS_KEY_ID").isPresent()
                && setup.environment("AWS_SECRET_ACCESS_KEY").isPresent()) {
            return CredentialsProvider.fixed("environment variable AWS_ACCESS_KEY_ID", ofEnvironment(setup), time);
        }
        if (setup.environment("AWS_WEB_IDENTITY_TOKEN_FILE").isPresent()
                && setup.environment("AWS_ROLE_ARN").isPresent()) {
            return AwsWebIdentity.of(setup).signIn(time);
        }
        Optional<AwsProfile> usual = AwsProfile.find("default", setup).filter(AwsProfileKeys::hasKeys);
        if (usual.isPresent()) {
            return AwsProfileKeys.signIn(usual.get(), setup);
        }
        return AwsMetadata.of(setup).signIn(time);
    }

    private static AwsCredentials ofEnvironment(PluginSetup setup) throws PluginException, InterruptedException {
        return new AwsCredentials(
                setup.environment("AWS_ACCESS_KEY_ID").orElseThrow(),
                setup.secret(new SecretReference.Environment("AWS_SECRET_ACCESS_KEY")),
                resolved(
                        setup,
                        setup.environment("AWS_SESSION_TOKEN")
                                .map(_ -> new SecretReference.Environment("AWS_SESSION_TOKEN"))));
    }

    private static Optional<Secret> resolved(PluginSetup setup, Optional<? extends SecretReference> reference)
            throws PluginException, InterruptedException {
        return reference.isPresent() ? Optional.of(setup.secret(reference.get())) : Optional.empty();
    }

    /// The region that the environment or the profile names.
    public Optional<String> region(PluginSetup setup) throws PluginException {
        Optional<String> set = setup.environment("AWS_REGION").or(() -> setup.environment("AWS_DEFAULT_REGION"));
        if (set.isPresent()) {
            return set;
        }
        String name = profile.or(() -> setup.environment("AWS_PROFILE")).orElse("default");
        return AwsProfile.find(name, setup).flatMap(found -> found.find("region"));
    }
}
