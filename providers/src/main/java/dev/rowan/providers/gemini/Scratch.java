package dev.rowan.providers.gemini;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A temporary file, readable by its owner only.
record Scratch(Path file) implements AutoCloseable {
    private static final String PREFIX = "rowan-";

    /// In the directory of `other`, so that it is on the same disk.
    static Scratch beside(Path other) throws IOException {
        Path folder = other.toAbsolutePath().getParent();
        return folder == null ? anywhere() : new Scratch(Files.createTempFile(folder, PREFIX, null));
    }

    static Scratch anywhere() throws IOException {
        return new Scratch(Files.createTempFile(PREFIX, null));
    }

    /// Does not fail: the result counts more than a file left behind.
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // harmless
        }
    }
}
