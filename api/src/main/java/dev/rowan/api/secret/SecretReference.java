package dev.rowan.api.secret;

import java.nio.file.Path;
import java.util.List;

/// Where to find a secret. Settings contain references, never values.
public sealed interface SecretReference {

    /// A value that was passed in, such as the result of `${NAME}`.
    record Given(Secret secret) implements SecretReference {}

    /// The environment variable `name`.
    record Environment(String name) implements SecretReference {}

    /// The only line of a file; a relative path is resolved against the settings file's directory.
    record InFile(Path path) implements SecretReference {}

    /// The output of a program, such as `pass show openai`. Started without a shell.
    record FromCommand(List<String> words) implements SecretReference {
        public FromCommand {
            words = List.copyOf(words);
            if (words.isEmpty()) {
                throw new IllegalArgumentException("a command needs a program");
            }
        }
    }

    /// The reference as shown in messages.
    default String origin() {
        return switch (this) {
            case Given(var secret) -> secret.origin();
            case Environment(var name) -> "${" + name + "}";
            case InFile(var path) -> "file:" + path;
            case FromCommand(var words) -> "command:" + words.getFirst();
        };
    }
}
