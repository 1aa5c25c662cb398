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

/// The bytes of a sink, held against the mark that the record has of them.
public final class SinkFile {
    private static final int BUFFER = 1 << 16;

    private SinkFile() {}

    /// What a file came to.
    public sealed interface Result {
        /// It holds what was written; `after` bytes follow that are not of this run.
        record Same(Sink.Mark mark, long after) implements Result {}

        /// It does not: the bytes `from` to `to`, exclusive, and what is wrong with them.
        record Changed(long from, long to, String what) implements Result {}
    }

    /// Reads the bytes that the run wrote; lines of JSON are counted too, and where they tell their row it must rise.
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
