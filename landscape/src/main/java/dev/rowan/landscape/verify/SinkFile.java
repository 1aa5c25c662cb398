package dev.rowan.landscape.verify;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.verify.VerifyReport.SinkState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;

/// Compares the bytes of a sink with its recorded mark.
public final class SinkFile {
    private static final int BUFFER = 1 << 16;

    private SinkFile() {}

    /// The result of checking a file.
    public sealed interface Result {
        /// The file holds what was written; `after` bytes of others follow.
        record Same(Sink.Mark mark, long after) implements Result {}

        /// The bytes `from` to `to`, exclusive, differ; `what` describes how.
        record Changed(long from, long to, String what) implements Result {}
    }

    /// Checks the bytes that the run wrote; JSON lines are also counted, and their row numbers must rise.
    public static Result check(SinkState sink, Path file, String runId) throws IOException {
        Sink.Mark mark = sink.mark().orElse(Sink.Mark.at(0));
        if (!Files.isRegularFile(file)) {
            return mark.rows() == 0 && mark.end() == 0
                    ? new Result.Same(mark, 0)
                    : new Result.Changed(mark.start(), mark.end(), "the file is not there");
        }
        long size = Files.size(file);
        if (size < mark.end()) {
            return new Result.Changed(size, mark.end(), "the file ends before");
        }
        Optional<JsonLines> lines =
                sink.plugin().equals("jsonl") ? Optional.of(new JsonLines(runId)) : Optional.empty();
        MessageDigest sha = Sha256.create();
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(mark.start());
            byte[] buffer = new byte[BUFFER];
            for (long left = mark.end() - mark.start(); left > 0; ) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    return new Result.Changed(mark.end() - left, mark.end(), "the file ends before");
                }
                sha.update(buffer, 0, read);
                lines.ifPresent(all -> all.take(buffer, read));
                left -= read;
            }
        }
        String found = Sha256.hex(sha);
        Optional<String> fault = found.equals(mark.sha256())
                ? lines.flatMap(all -> all.fault(mark.rows()))
                : Optional.of("they are not those that were written: their SHA-256 is " + found);
        return fault.<Result>map(what -> new Result.Changed(mark.start(), mark.end(), what))
                .orElseGet(() -> new Result.Same(mark, size - mark.end()));
    }
}
