package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A row worth explaining: one that did not succeed.
/// It is searched at the start of the error sinks, where `_error` has the row number, and then read from the
/// landscape, so the cost does not depend on the length of the run.
final class SampleRow {
    private static final int BEGINNING = 64 * 1024;
    private static final Pattern ROW_SEQ = Pattern.compile("\"row_seq\"{1,2}:(\\d{1,18})");

    private SampleRow() {}

    static Optional<Long> of(EndedRun ended, Landscape landscape) {
        List<Long> candidates = ended.sinks().stream()
                .filter(sink ->
                        sink.rows() > 0 && !sink.name().equals(ended.pipeline().outputSink()))
                .flatMap(sink -> sink.file().flatMap(file -> firstIn(file, sink.start())).stream())
                .toList();
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        try (LandscapeReader reader = landscape.reader()) {
            return candidates.stream()
                    .filter(row -> didNotSucceed(reader, ended.result().runId(), row))
                    .findFirst();
        }
    }

    private static Optional<Long> firstIn(Path file, long start) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        byte[] bytes = new byte[BEGINNING];
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(start);
            int read = Math.max(0, in.read(bytes));
            Matcher found = ROW_SEQ.matcher(new String(bytes, 0, read, StandardCharsets.UTF_8));
            return found.find() ? Optional.of(Long.parseLong(found.group(1))) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static boolean didNotSucceed(LandscapeReader reader, String runId, long row) {
        return reader.rows().history(runId, row).stream()
                .flatMap(history -> history.ends().stream())
                .anyMatch(end -> end.outcome() != Outcome.COMPLETED);
    }
}
