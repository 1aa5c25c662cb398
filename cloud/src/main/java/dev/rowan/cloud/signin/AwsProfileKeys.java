package dev.rowan.cloud.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.call.Payload;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretCommand;
import dev.rowan.api.secret.SecretReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The keys of a profile: its own, or those that its `credential_process` prints.
final class AwsProfileKeys {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MAX_BYTES = 64 * 1024;

    private AwsProfileKeys() {}

    static boolean hasKeys(AwsProfile profile) {
        return profile.find("aws_access_key_id").isPresent()
                || profile.find("credential_process").isPresent();
    }

    static CredentialsProvider<AwsCredentials> signIn(AwsProfile profile, PluginSetup setup)
            throws PluginException, InterruptedException {
        String what = "profile '" + profile.name() + "'";
        Optional<String> id = profile.find("aws_access_key_id");
        if (id.isPresent()) {
            Optional<String> token = profile.find("aws_session_token");
            var keys = new AwsCredentials(
                    id.get(),
                    secret(what, profile.find("aws_secret_access_key"), setup),
                    token.isPresent() ? Optional.of(secret(what, token, setup)) : Optional.empty());
            return CredentialsProvider.fixed(what, keys, setup.time());
        }
        String line = profile.find("credential_process")
                .orElseThrow(() -> new PluginException(what
                        + " has no aws_access_key_id and no credential_process; for SSO and roles set"
                        + " 'credential_process = aws configure export-credentials --profile NAME'"));
        return new CredentialsProvider<>(what + " (credential_process)", () -> printed(what, line), setup.time());
    }

    private static Secret secret(String what, Optional<String> value, PluginSetup setup)
            throws PluginException, InterruptedException {
        try {
            return setup.secret(new SecretReference.Given(Secret.of(
                    what, value.orElseThrow(() -> new PluginException(what + " has no aws_secret_access_key")))));
        } catch (IllegalArgumentException refused) {
            throw new PluginException(String.valueOf(refused.getMessage()), refused);
        }
    }

    private static CredentialsProvider.Issued<AwsCredentials> printed(String what, String line)
            throws PluginException, InterruptedException {
        String program = "credential_process of " + what;
        return switch (SecretCommand.run(new SecretReference.FromCommand(words(line)), LIMIT, MAX_BYTES)) {
            case SecretCommand.Ran.Printed(var bytes) -> {
                var json = CredentialResponse.parse(
                        program, Payload.utf8(UTF_8.decode(bytes).toString()));
                yield new CredentialsProvider.Issued<>(
                        AwsMetadata.keys(json, "SessionToken"), json.instant("Expiration"));
            }
            case SecretCommand.Ran.Failed(var message) -> throw new PluginException(program + " " + message);
        };
    }

    /// The words of a command; quotes keep blanks.
    static List<String> words(String line) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean inside = false;
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
                inside = true;
            } else if (Character.isWhitespace(c) && !quoted) {
                if (inside) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inside = false;
            } else {
                word.append(c);
                inside = true;
            }
        }
        if (inside) {
            words.add(word.toString());
        }
        return words;
    }
}
