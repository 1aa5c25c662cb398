package dev.rowan.providers.bucket;

import dev.rowan.api.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file made of several parts. Owned by one thread.
final class JoinedFile implements AutoCloseable {
    private final Path file;
    private final Path part;

    private JoinedFile(Path file, Path part) {
        this.file = file;
        this.part = part;
    }

    /// `file` is created or emptied; parts are stored beside it.
    static JoinedFile create(Path file) throws IOException {
        Files.write(file, new byte[0]);
        return new JoinedFile(file, file.resolveSibling(file.getFileName() + ".next"));
    }

    Path part() {
        return part;
    }

    void append() throws IOException {
        try (var in = Files.newInputStream(part);
                var out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            in.transferTo(out);
        }
    }

    /// The hash of the whole file.
    String finish() throws IOException {
        return Sha256.hex(file);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(part);
    }
}
