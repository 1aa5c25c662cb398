package dev.rowan.api.secret;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import dev.rowan.api.config.OptionKind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Options that hold a secret by reference: `${NAME}`, `file:PATH` or `command:PROGRAM ARGUMENTS`.
///
/// Only text in the file is interpreted: the value of a variable is never taken for a path or a command. A secret
/// written out in the file is rejected, and the message does not repeat it. A value of less than
/// [Secret#MIN_LENGTH] characters, such as `EMPTY`, is allowed.
public final class SecretOption {
    static final String FILE = "file:";
    static final String COMMAND = "command:";

    private static final String WORDS = "a reference to a secret: ${NAME}, file:PATH or command:PROGRAM ARGUMENTS";

    private static final Map<String, Object> SCHEMA = Map.of("type", "string", "minLength", 1, "writeOnly", true);

    private SecretOption() {}

    public static Option<SecretReference> named(String name) {
        return Option.free(name, WORDS, SCHEMA, SecretOption::read);
    }

    /// Whether values of `option` are secrets.
    public static boolean isSecret(Option<?> option) {
        return option.kind() instanceof OptionKind.Free(var _, var schema) && schema.equals(SCHEMA);
    }

    /// Where the secret of `node` comes from, never the secret itself.
    public static String origin(ConfigNode node) {
        return node instanceof ConfigNode.Scalar(var _, var _, String text)
                        && (text.startsWith(FILE) || text.startsWith(COMMAND))
                ? text
                : "given";
    }

    /// The reference in `node`, if it is valid.
    public static Optional<SecretReference> reference(ConfigNode node) {
        return read(node) instanceof Reading.Value<SecretReference>(var reference)
                ? Optional.of(reference)
                : Optional.empty();
    }

    /// Parses the reference in `node`.
    public static Reading<SecretReference> read(ConfigNode node) {
        if (!(node instanceof ConfigNode.Scalar(ConfigLocation place, var path, String text))) {
            return new Reading.Wrong<>("must be " + WORDS);
        }
        String written = place.reference().orElse(text);
        if (written.startsWith(FILE)) {
            return file(text.substring(FILE.length()));
        }
        if (written.startsWith(COMMAND)) {
            return command(text.substring(COMMAND.length()));
        }
        if (place.reference().isEmpty() && !place.equals(ConfigLocation.CODE) && Secret.isLongEnough(text)) {
            return hiding(place, path, "must be " + WORDS);
        }
        return given(place, path, text);
    }

    private static Reading<SecretReference> file(String path) {
        try {
            return path.isBlank()
                    ? new Reading.Wrong<>("must name a file after file:")
                    : new Reading.Value<>(new SecretReference.InFile(Path.of(path)));
        } catch (InvalidPathException e) {
            return new Reading.Wrong<>("must name a valid path after file:");
        }
    }

    private static Reading<SecretReference> command(String line) {
        return line.isBlank()
                ? new Reading.Wrong<>("must name a program after command:")
                : new Reading.Value<>(
                        new SecretReference.FromCommand(List.of(line.strip().split("\\s+"))));
    }

    private static Reading<SecretReference> given(ConfigLocation place, String path, String text) {
        try {
            return new Reading.Value<>(
                    new SecretReference.Given(Secret.of(place.reference().orElse(path), text)));
        } catch (IllegalArgumentException refused) {
            return hiding(place, path, "must be one line that is not blank");
        }
    }

    /// The broken rule without the value, which may be the secret.
    private static Reading<SecretReference> hiding(ConfigLocation place, String path, String mustHold) {
        ConfigLocation shown = place.reference().isPresent() ? place : place.withReference("[not shown]");
        var hidden = new ConfigNode.Scalar(shown, path, null);
        return new Reading.WrongParts<>(List.of(new Reading.Part(hidden, mustHold)));
    }
}
