package dev.rowan.providers.gemini;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file for the time of one step, for its owner alone.
record Scratch(Path file) implements AutoCloseable {
    private static final String PREFIX = "rowan-";

    /// In the folder of `other`, so that it is on the same disk.
    static Scratch beside(Path other) throws IOException {
        Path folder = other.toAbsolutePath().getParent();
        return folder == null ? anywhere() : new Scratch(Files.createTempFile(folder, PREFIX, null));
    }

    static Scratch anywhere() throws IOException {
        return new Scratch(Files.createTempFile(PREFIX, null));
    }

    /// Does not fail: by now the step has been taken, and what came of it counts more than a file left
    /// behind.
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // it is in the way of nobody
        }
    }
}
