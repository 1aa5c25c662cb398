package dev.rowan.api.secret;

import dev.rowan.api.IoMessages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Resolves secrets at the start of a run: from the environment, files under `base`, and programs that finish
/// within `commandLimit`.
public record SecretSource(Map<String, String> environment, Path base, Duration commandLimit) {
    private static final int MAX_BYTES = 64 * 1024;

    public SecretSource {
        environment = Map.copyOf(environment);
    }

    /// A secret, or a message for the user.
    public sealed interface Found {
        record Value(Secret secret) implements Found {}

        /// Not found: a sentence with the reference, the rule and what was found, never the value.
        record Nothing(String message) implements Found {}
    }

    public Found resolve(SecretReference reference) throws InterruptedException {
        return switch (reference) {
            case SecretReference.Given(var secret) -> new Found.Value(secret);
            case SecretReference.Environment(var name) ->
                Optional.ofNullable(environment.get(name))
                        .map(value -> secret(reference, value))
                        .orElseGet(() -> new Found.Nothing("environment variable " + name + " is not set"));
            case SecretReference.InFile(var path) -> file(reference, base.resolve(path));
            case SecretReference.FromCommand command ->
                switch (SecretCommand.run(command, commandLimit, MAX_BYTES)) {
                    case SecretCommand.Ran.Printed(var bytes) -> line(reference, bytes);
                    case SecretCommand.Ran.Failed(var message) -> nothing(reference, message);
                };
        };
    }

    private static Found file(SecretReference reference, Path path) {
        try {
            if (!Files.isRegularFile(path)) {
                return nothing(reference, Files.exists(path) ? "must be a file" : "no such file");
            }
            return Files.size(path) > MAX_BYTES
                    ? nothing(reference, "must hold at most " + MAX_BYTES + " bytes")
                    : line(reference, ByteBuffer.wrap(Files.readAllBytes(path)));
        } catch (NoSuchFileException _) {
            return nothing(reference, "no such file");
        } catch (IOException e) {
            return nothing(reference, "cannot be read: " + IoMessages.reason(e));
        } catch (UncheckedIOException _) {
            return nothing(reference, "cannot be read");
        }
    }

    /// The secret in `bytes`, which may end with one line break.
    private static Found line(SecretReference reference, ByteBuffer bytes) {
        if (bytes.remaining() > MAX_BYTES) {
            return nothing(reference, "must give at most " + MAX_BYTES + " bytes");
        }
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
            String one = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
            return secret(reference, one.endsWith("\r") ? one.substring(0, one.length() - 1) : one);
        } catch (CharacterCodingException _) {
            return nothing(reference, "must give text in UTF-8");
        }
    }

    private static Found secret(SecretReference reference, String value) {
        try {
            return new Found.Value(Secret.of(reference.origin(), value));
        } catch (IllegalArgumentException refused) {
            return new Found.Nothing(String.valueOf(refused.getMessage()));
        }
    }

    private static Found nothing(SecretReference reference, String message) {
        return new Found.Nothing(reference.origin() + " " + message);
    }
}
