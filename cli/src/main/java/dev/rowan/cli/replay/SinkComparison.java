package dev.rowan.cli.replay;

import dev.rowan.api.plugin.Sink;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A sink's output compared with the recorded one.
/// `file` is what the replay wrote, if it is a file, and `written` what the original run wrote.
record SinkComparison(
        String name, Optional<Path> file, Sink.Mark now, Optional<Sink.Mark> recorded, Optional<Path> written) {

    /// The first difference of two files: the byte from 0 and the line from 1 within the file, and the line within
    /// the run's own lines, from 1.
    record Difference(long offset, long line, long runLine) {}

    boolean isEqual() {
        return recorded.map(then -> bytes(then) == bytes(now) && then.sha256().equals(now.sha256()))
                .orElse(now.rows() == 0);
    }

    long bytes() {
        return bytes(now);
    }

    private static long bytes(Sink.Mark mark) {
        return mark.end() - mark.start();
    }

    /// The first difference from the run's own file; empty if that is missing or equal.
    Optional<Difference> firstDifference() throws IOException {
        if (recorded.isEmpty() || file.isEmpty() || written.isEmpty() || !Files.isRegularFile(written.get())) {
            return Optional.empty();
        }
        try (InputStream then = new BufferedInputStream(Files.newInputStream(written.get()));
                InputStream here = new BufferedInputStream(Files.newInputStream(file.get()))) {
            long line = 1;
            long runLine = 1;
            for (long at = 0; ; at++) {
                int before = at < recorded.get().end() ? then.read() : -1;
                int after = here.read();
                if (before != after) {
                    return Optional.of(new Difference(at, line, runLine));
                }
                if (before < 0) {
                    return Optional.empty();
                }
                line += before == '\n' ? 1 : 0;
                runLine += before == '\n' && at >= recorded.get().start() ? 1 : 0;
            }
        }
    }
}
