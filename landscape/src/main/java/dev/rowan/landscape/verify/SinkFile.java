package dev.rowan.landscape.verify;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.verify.VerifyReport.SinkState;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Compares the bytes of a sink with its recorded mark. A sink of several files, whose name has the place `{n}`,
/// has the bytes of all of them in their order.
public final class SinkFile {
    private static final int BUFFER = 1 << 16;
    private static final String NUMBER = "{n}";
    private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};

    private SinkFile() {}

    /// The result of checking a file.
    public sealed interface Result {
        /// The file holds what was written; `after` bytes of others follow.
        record Same(Sink.Mark mark, long after) implements Result {}

        /// The bytes `from` to `to`, exclusive, differ; `what` describes how.
        record Changed(long from, long to, String what) implements Result {}
    }

    /// Checks the bytes that the run wrote; JSON lines are also counted, unless they are compressed, and their row
    /// numbers must rise.
    public static Result check(SinkState sink, Path file, String runId) throws IOException {
        Sink.Mark mark = sink.mark().orElse(Sink.Mark.at(0));
        List<Path> files = files(file);
        if (files.isEmpty()) {
            return mark.rows() == 0 && mark.end() == 0
                    ? new Result.Same(mark, 0)
                    : new Result.Changed(mark.start(), mark.end(), "the file is missing");
        }
        long size = 0;
        for (Path one : files) {
            size += Files.size(one);
        }
        if (size < mark.end()) {
            return new Result.Changed(size, mark.end(), "the file ends before");
        }
        Optional<JsonLines> lines = sink.plugin().equals("jsonl") && !isCompressed(file, mark.start())
                ? Optional.of(new JsonLines(runId))
                : Optional.empty();
        MessageDigest sha = Sha256.create();
        try (InputStream in = opened(files)) {
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
        long bytes = size;
        String found = Sha256.hex(sha);
        Optional<String> fault = found.equals(mark.sha256())
                ? lines.flatMap(all -> all.fault(mark.rows()))
                : Optional.of("they are not those that were written: their SHA-256 is " + found);
        return fault.<Result>map(what -> new Result.Changed(mark.start(), mark.end(), what))
                .orElseGet(() -> new Result.Same(mark, bytes - mark.end()));
    }

    /// The files that exist: the one, or those numbered from 1.
    private static List<Path> files(Path file) {
        String name = String.valueOf(file.getFileName());
        if (!name.contains(NUMBER)) {
            return Files.isRegularFile(file) ? List.of(file) : List.of();
        }
        var files = new ArrayList<Path>();
        for (int number = 1; ; number++) {
            Path one = file.resolveSibling(name.replace(NUMBER, String.valueOf(number)));
            if (!Files.isRegularFile(one)) {
                return files;
            }
            files.add(one);
        }
    }

    private static InputStream opened(List<Path> files) throws IOException {
        InputStream all = InputStream.nullInputStream();
        for (Path file : files.reversed()) {
            all = new SequenceInputStream(Files.newInputStream(file), all);
        }
        return all;
    }

    /// Whether gzip or zstd begins at `start`.
    private static boolean isCompressed(Path file, long start) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(Math.min(start, Files.size(file)));
            byte[] magic = in.readNBytes(4);
            return Arrays.equals(magic, ZSTD) || (magic.length > 1 && magic[0] == 0x1f && magic[1] == (byte) 0x8b);
        }
    }
}
