package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The files of a pipeline, each of which has one use: a sink that wrote the source's file would destroy rows, or read
/// its own for ever. Owned by one thread.
final class FileUses {
    private final Problems problems;
    private final Map<Path, String> uses = new LinkedHashMap<>();

    FileUses(Problems problems) {
        this.problems = problems;
    }

    /// Adds the use of `file` by the entry `at`, in words such as `another sink writes`; a file that has a use already
    /// is a problem.
    void add(Path file, ConfigNode at, String use) {
        Path path = file.toAbsolutePath().normalize();
        uses.entrySet().stream()
                .filter(other -> isSame(path, other.getKey()))
                .findFirst()
                .ifPresent(other ->
                        problems.add("config.same_file", at, other.getValue() + " " + file + "; choose another file"));
        uses.putIfAbsent(path, use);
    }

    /// By whatever links they are reached. Devices may have many uses.
    private static boolean isSame(Path one, Path other) {
        if (Files.notExists(one) || Files.notExists(other)) {
            return one.equals(other);
        }
        try {
            return Files.isRegularFile(one) && Files.isSameFile(one, other);
        } catch (IOException _) {
            return one.equals(other);
        }
    }
}
