package dev.rowan.cli.replay;

import dev.rowan.api.plugin.Sink;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A sink's bytes now beside those that were recorded.
///
/// `written` is the file that the run wrote then, if it was one.
record SinkComparison(String name, Path file, Sink.Mark now, Optional<Sink.Mark> recorded, Optional<Path> written) {

    /// Where two files part: the byte from 0 and the line from 1, both of the whole file, and the line's place among
    /// those of the run, from 1.
    record Parting(long offset, long line, long place) {}

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

    /// Where the file is another than the run's own; empty when that is not there or is the same.
    Optional<Parting> parting() throws IOException {
        if (recorded.isEmpty() || written.isEmpty() || !Files.isRegularFile(written.get())) {
            return Optional.empty();
        }
        try (InputStream then = new BufferedInputStream(Files.newInputStream(written.get()));
                InputStream here = new BufferedInputStream(Files.newInputStream(file))) {
            long line = 1;
            long place = 1;
            for (long at = 0; ; at++) {
                int before = at < recorded.get().end() ? then.read() : -1;
                int after = here.read();
                if (before != after) {
                    return Optional.of(new Parting(at, line, place));
                }
                if (before < 0) {
                    return Optional.empty();
                }
                line += before == '\n' ? 1 : 0;
                place += before == '\n' && at >= recorded.get().start() ? 1 : 0;
            }
        }
    }
}
