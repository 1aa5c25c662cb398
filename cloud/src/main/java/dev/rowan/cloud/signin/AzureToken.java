package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Payload;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.secret.SecretSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/// A token that the settings refer to. A program that prints it runs again before it expires.
record AzureToken(SecretReference reference, Secret first) {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration UNKNOWN_LIFE = Duration.ofMinutes(30);

    static AzureToken of(SecretReference reference, PluginSetup setup) throws PluginException, InterruptedException {
        return new AzureToken(reference, setup.secret(reference));
    }

    CredentialsProvider<Secret> signIn(Time time) {
        if (!(reference instanceof SecretReference.FromCommand)) {
            return CredentialsProvider.fixed("token from " + reference.origin(), first, time);
        }
        var commands = new SecretSource(Map.of(), Path.of(""), LIMIT);
        Secret[] unused = {first};
        return new CredentialsProvider<>(
                "token from " + reference.origin(),
                () -> {
                    Secret token = unused[0] == null ? printed(commands) : unused[0];
                    unused[0] = null;
                    return new CredentialsProvider.Issued<>(
                            token,
                            Optional.of(expiry(token).orElse(time.instant().plus(UNKNOWN_LIFE))));
                },
                time);
    }

    private Secret printed(SecretSource commands) throws PluginException, InterruptedException {
        return switch (commands.resolve(reference)) {
            case SecretSource.Found.Value(var secret) -> secret;
            case SecretSource.Found.Nothing(var message) -> throw new PluginException(message);
        };
    }

    /// The end of a JSON web token.
    private static Optional<Instant> expiry(Secret token) {
        String[] parts = token.inClear().split("\\.", -1);
        try {
            return parts.length == 3
                    ? CredentialResponse.parse(
                                    "token", Payload.of(Base64.getUrlDecoder().decode(parts[1])))
                            .instant("exp")
                    : Optional.empty();
        } catch (PluginException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
