package dev.rowan.engine.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Sha256;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Options;
import dev.rowan.api.secret.SecretOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;

/// The SHA-256 of settings as values, independent of formatting and order.
final class SettingsFingerprint {
    private SettingsFingerprint() {}

    /// Excludes secrets and other [TunableOptions].
    static String of(ConfigNode node, Options options) {
        MessageDigest digest = Sha256.create();
        add(digest, TunableOptions.without(node, options));
        return Sha256.hex(digest);
    }

    /// The same with the contents of `files`, which the settings name. Without files it is the hash of the settings.
    static String of(ConfigNode node, Options options, List<Path> files) {
        if (files.isEmpty()) {
            return of(node, options);
        }
        MessageDigest digest = Sha256.create();
        add(digest, TunableOptions.without(node, options));
        for (Path file : files) {
            bytes(digest, 'f', content(file));
        }
        return Sha256.hex(digest);
    }

    /// A file deleted since it was read counts as empty.
    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException _) {
            return new byte[0];
        }
    }

    /// The reference of a secret.
    static String reference(ConfigNode secret) {
        return secret.location().reference().orElseGet(() -> SecretOption.origin(secret));
    }

    /// Each type has its own tag, and strings their length, so the encoding is unambiguous.
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
        bytes(digest, mark, text.getBytes(UTF_8));
    }

    private static void bytes(MessageDigest digest, char mark, byte[] bytes) {
        digest.update((byte) mark);
        digest.update(Integer.toString(bytes.length).getBytes(UTF_8));
        digest.update((byte) ' ');
        digest.update(bytes);
    }
}
