package dev.rowan.cli.command;

import dev.rowan.api.IoMessages;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.landscape.seal.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Loads the key in `landscape.signing_key`, which signs a run's heads.
final class SigningKeys {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);
    private static final long MAX_BYTES = 64 * 1024;

    private SigningKeys() {}

    static Optional<SigningKey> of(Pipeline pipeline, Shell shell) {
        Path base = pipeline.file()
                .flatMap(file -> Optional.ofNullable(file.toAbsolutePath().getParent()))
                .orElse(shell.folder());
        return pipeline.signingKey().map(reference -> key(reference, text(reference, base, shell)));
    }

    private static SigningKey key(SecretReference reference, String text) {
        try {
            return SigningKey.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw missing(reference, String.valueOf(wrong.getMessage()));
        }
    }

    private static UsageException missing(SecretReference reference, String why) {
        return new UsageException("landscape.signing_key: " + reference.origin() + " " + why);
    }

    /// A key file has several lines; other secrets have one.
    private static String text(SecretReference reference, Path base, Shell shell) {
        try {
            if (reference instanceof SecretReference.InFile(Path path)) {
                Path file = base.resolve(path);
                if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                    throw missing(reference, "must be a key file; create one with `rowan keygen`");
                }
                return Files.readString(file);
            }
            return switch (new SecretSource(shell.environment(), base, COMMAND_LIMIT).resolve(reference)) {
                case SecretSource.Found.Value(var secret) -> secret.inClear();
                case SecretSource.Found.Nothing(var message) ->
                    throw new UsageException("landscape.signing_key: " + message);
            };
        } catch (IOException unreadable) {
            throw missing(reference, "cannot be read: " + IoMessages.reason(unreadable));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw missing(reference, "interrupted while reading it");
        }
    }
}
