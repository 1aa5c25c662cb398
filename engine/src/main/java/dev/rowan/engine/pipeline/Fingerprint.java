package dev.rowan.engine.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Options;
import dev.rowan.api.secret.SecretOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The SHA-256 of settings as values: the same however they were written or placed.
final class Fingerprint {
    private Fingerprint() {}

    /// Secrets and what else is [Tuning] are not in the hash.
    static String of(ConfigNode node, Options options) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            add(digest, Tuning.without(node, options));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }

    /// Where a secret is to be found.
    static String reference(ConfigNode secret) {
        return secret.place().reference().orElseGet(() -> SecretOption.place(secret));
    }

    /// Each kind has its own mark, and texts their length, so that no two trees give the same bytes.
    private static void add(MessageDigest digest, ConfigNode node) {
        switch (node) {
            case ConfigNode.Scalar(var _, var _, var value) ->
                text(digest, 's', value == null ? "" : value.getClass().getSimpleName() + ":" + value);
            case ConfigNode.Broken(var _, var path) ->
                throw new IllegalStateException("'" + path + "' could not be read");
            case ConfigNode.Sequence(var _, var _, var items) -> {
                text(digest, 'l', Integer.toString(items.size()));
                items.forEach(item -> add(digest, item));
            }
            case ConfigNode.Mapping(var _, var _, var entries) -> {
                text(digest, 'm', Integer.toString(entries.size()));
                entries.entrySet().stream()
                        .sorted(java.util.Map.Entry.comparingByKey())
                        .forEach(entry -> {
                            text(digest, 'k', entry.getKey());
                            add(digest, entry.getValue().value());
                        });
            }
        }
    }

    private static void text(MessageDigest digest, char mark, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        digest.update((byte) mark);
        digest.update(Integer.toString(bytes.length).getBytes(UTF_8));
        digest.update((byte) ' ');
        digest.update(bytes);
    }
}
