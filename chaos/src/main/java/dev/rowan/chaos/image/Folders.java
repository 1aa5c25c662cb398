package dev.rowan.chaos.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Copies and removes the folders of runs.
public final class Folders {
    /// Where a run in a folder keeps the files of batch services.
    public static final String ARTIFACTS = "artifacts";

    private Folders() {}

    /// Copies what a killed process leaves: the files but for SQLite's shared memory, which is made anew, and
    /// locks, which the system gives back.
    public static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : files(from)) {
            String name = String.valueOf(file.getFileName());
            if (Files.isDirectory(file)) {
                copy(file, to.resolve(name));
            } else if (!name.endsWith("-shm") && !name.endsWith(".lock")) {
                Files.copy(file, to.resolve(name));
            }
        }
    }

    public static void remove(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        for (Path file : files(folder)) {
            if (Files.isDirectory(file)) {
                remove(file);
            } else {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (NoSuchFileException gone) {
            return List.of();
        }
    }
}
