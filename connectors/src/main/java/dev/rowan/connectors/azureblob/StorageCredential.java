package dev.rowan.connectors.azureblob;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.signin.CredentialsProvider;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;

/// A credential for a storage account.
sealed interface StorageCredential {

    /// The account key, which signs every request.
    record SharedKey(Secret key) implements StorageCredential {

        static SharedKey of(Secret key) throws PluginException {
            try {
                Base64.getDecoder().decode(key.inClear());
                return new SharedKey(key);
            } catch (IllegalArgumentException _) {
                // its message would show a part of the key
                throw new PluginException(key.origin() + " must hold an account key, which is base64");
            }
        }
    }

    /// A shared access signature: the query of every request, without the question mark.
    record Sas(Secret token) implements StorageCredential {
        private static final String SIGNS = "-._~%=&:/+,;!*'()$@";

        static Sas of(Secret given) throws PluginException {
            String text = given.inClear();
            String query = text.startsWith("?") ? text.substring(1) : text;
            boolean signed = ("&" + query).contains("&sig=") && query.length() >= Secret.MIN_LENGTH;
            if (!signed || !query.chars().allMatch(Sas::mayStandInQuery) || !isQuery(query)) {
                throw new PluginException(given.origin() + " must hold a SAS token, such as sv=…&sr=…&sig=…");
            }
            return new Sas(Secret.of(given.origin(), query));
        }

        /// When it ends, as it says itself; empty if a policy of the container says it.
        static Optional<String> expiry(Secret token) {
            return Stream.of(token.inClear().split("&", -1))
                    .filter(parameter -> parameter.startsWith("se="))
                    .map(parameter -> parameter
                            .substring("se=".length())
                            .replace("%3A", ":")
                            .replace("%3a", ":"))
                    .filter(time -> time.matches("[0-9TZ:.-]{10,30}"))
                    .findFirst();
        }

        /// Whether every escape is complete: an exception for an invalid URI would show the signature.
        private static boolean isQuery(String query) {
            try {
                return new URI("https://unknown.invalid/?" + query).getRawQuery() != null;
            } catch (URISyntaxException _) {
                return false;
            }
        }

        private static boolean mayStandInQuery(int c) {
            return (c < 128 && Character.isLetterOrDigit(c)) || SIGNS.indexOf(c) >= 0;
        }
    }

    /// Tokens of an identity.
    record Identity(CredentialsProvider<Secret> signIn) implements StorageCredential {}

    /// The secret to redact, if it does not change.
    default Optional<Secret> secret() {
        return switch (this) {
            case SharedKey(var key) -> Optional.of(key);
            case Sas(var token) -> Optional.of(token);
            case Identity _ -> Optional.empty();
        };
    }

    /// Where it comes from, for the record.
    default String method() {
        return switch (this) {
            case SharedKey(var key) -> "account key from " + key.origin();
            case Sas(var token) -> "SAS token from " + token.origin();
            case Identity(var signIn) -> signIn.method();
        };
    }
}
