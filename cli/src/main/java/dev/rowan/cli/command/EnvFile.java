package dev.rowan.cli.command;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A file of `NAME=VALUE` lines. Reading it reports every problem; messages never contain a value or text that might
/// be one.
final class EnvFile {
    private static final int MAX_BYTES = 1 << 20;
    private static final String OURS = "ROWAN_";

    private final String name;
    private final Problems problems = new Problems();
    private final Map<String, String> values = new LinkedHashMap<>();

    private EnvFile(String name) {
        this.name = name;
    }

    /// The variables in `file` that have a value.
    ///
    /// @throws ConfigException with every problem found
    static Map<String, String> read(Path file) {
        var env = new EnvFile(file.toString());
        List<String> lines = env.text(file).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            env.take(i + 1, EnvLine.of(lines.get(i)));
        }
        env.problems.throwIfAny();
        env.values.values().removeIf(String::isEmpty);
        return env.values;
    }

    private void take(int line, EnvLine read) {
        switch (read) {
            case EnvLine.Nothing() -> {}
            case EnvLine.Wrong(var column, var message) -> problem(line, column, message, Optional.empty());
            case EnvLine.Variable(var variable, var value) -> {
                if (variable.startsWith(OURS)) {
                    problem(line, 1, variable + " cannot be set in an env file", Optional.of("export it in the shell"));
                } else if (values.put(variable, value) != null) {
                    problem(line, 1, variable + " is set twice", Optional.of("keep one of the lines"));
                }
            }
        }
    }

    private String text(Path file) {
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw unreadable("must be at most 1 MiB");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException _) {
            throw unreadable("must be UTF-8");
        } catch (NoSuchFileException _) {
            throw unreadable("does not exist");
        } catch (IOException _) {
            throw unreadable(Files.isDirectory(file) ? "is a folder" : "cannot be read");
        }
    }

    private ConfigException unreadable(String message) {
        problem(0, 0, message, Optional.empty());
        return new ConfigException(problems.list());
    }

    private void problem(int line, int column, String message, Optional<String> hint) {
        problems.add(new Problem(
                "config.env_file", new ConfigLocation(name, line, column, Optional.empty()), "", message, hint));
    }
}
