package dev.rowan.chaos.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Copies and removes the folders of runs.
public final class Folders {
    /// The directory of a run's batch files.
    public static final String ARTIFACTS = "artifacts";

    private Folders() {}

    /// Copies the state that a killed process leaves: all files except SQLite's shared memory, which is created
    /// again, and locks, which the operating system releases.
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
