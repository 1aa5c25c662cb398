package dev.rowan.bench.calls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Bytes written to disk by this process so far, as Linux counts them.
final class DiskWrites {
    private static final Path COUNTS = Path.of("/proc/self/io");
    private static final String KEY = "write_bytes: ";

    private DiskWrites() {}

    /// The bytes of all pages that this process dirtied; a page counts again after it was written back.
    static long bytes() throws IOException {
        return Files.readAllLines(COUNTS).stream()
                .filter(line -> line.startsWith(KEY))
                .mapToLong(line -> Long.parseLong(line.substring(KEY.length()).strip()))
                .findFirst()
                .orElseThrow(() -> new IOException(COUNTS + " must have a line '" + KEY + "'; this needs Linux"));
    }
}
