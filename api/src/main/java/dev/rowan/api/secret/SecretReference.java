package dev.rowan.api.secret;

import java.nio.file.Path;
import java.util.List;

/// Where a secret is to be found. References stand in settings; values never do.
public sealed interface SecretReference {

    /// A value that was handed over already, such as the result of `${NAME}`.
    record Given(Secret secret) implements SecretReference {}

    /// The environment variable `name`.
    record Environment(String name) implements SecretReference {}

    /// The only line of a file, taken from the settings file's folder when the path is relative.
    record InFile(Path path) implements SecretReference {}

    /// What a program prints, such as `pass show openai`. It is started as it is, without a shell.
    record FromCommand(List<String> words) implements SecretReference {
        public FromCommand {
            words = List.copyOf(words);
            if (words.isEmpty()) {
                throw new IllegalArgumentException("a command needs a program");
            }
        }
    }

    /// The reference as messages show it.
    default String origin() {
        return switch (this) {
            case Given(var secret) -> secret.origin();
            case Environment(var name) -> "${" + name + "}";
            case InFile(var path) -> "file:" + path;
            case FromCommand(var words) -> "command:" + words.getFirst();
        };
    }
}
