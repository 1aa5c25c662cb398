package dev.rowan.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Removes what a benchmark wrote.
final class Folders {
    private Folders() {}

    static void delete(Path folder) throws IOException {
        empty(folder);
        Files.delete(folder);
    }

    static void empty(Path folder) throws IOException {
        List<Path> inside;
        try (Stream<Path> walk = Files.walk(folder)) {
            inside = walk.sorted(Comparator.reverseOrder())
                    .filter(path -> !path.equals(folder))
                    .toList();
        }
        for (Path path : inside) {
            Files.delete(path);
        }
    }
}
