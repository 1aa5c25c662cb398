package dev.rowan.cli.replay;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.engine.call.Replay;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.run.RunResult;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The result of a replay. `kept` means its files stay; `recordedAs` is its run id if it was recorded.
record ReplayReport(
        RecordedOriginal original,
        LandscapeReader record,
        RunResult result,
        Replay replay,
        List<SinkComparison> sinks,
        boolean kept,
        Optional<String> recordedAs) {
    private static final String INDENT = "  ";
    private static final int SHA_SHOWN = 16;

    boolean isEqual() {
        return sinks.stream().allMatch(SinkComparison::isEqual);
    }

    long notReplayed() {
        return original.summary().rowsOpen();
    }

    List<String> lines(Terminal screen) throws IOException {
        var lines = new ArrayList<String>();
        lines.add("Run " + original.runId() + " of " + SafeText.line(result.name()) + " replayed: " + headline());
        lines.add(INDENT + Figures.counted(result.counts().rowsEnded(), "row") + " in "
                + Figures.duration(result.took()) + "; " + calls());
        if (notReplayed() > 0) {
            lines.add(INDENT + Figures.counted(notReplayed(), "row") + " without outcome skipped");
        }
        recordedAs.ifPresent(run -> lines.add(INDENT + "recorded as run " + run));
        lines.add("");
        Table table = Table.of(
                Column.left("sink"),
                Column.left(""),
                Column.right("rows"),
                Column.right("size"),
                Column.left("SHA-256"),
                Column.path("file"));
        for (SinkComparison sink : sinks) {
            table.row(
                    SafeText.line(sink.name()),
                    sink.isEqual() ? "equal" : "different",
                    Figures.count(sink.now().rows()),
                    Figures.bytes(sink.bytes()),
                    sink.now().sha256().substring(0, SHA_SHOWN) + "…",
                    kept
                            ? sink.file()
                                    .map(file -> SafeText.line(file.toString()))
                                    .orElse("")
                            : "");
        }
        lines.addAll(table.lines(INDENT, screen));
        for (SinkComparison sink : sinks) {
            if (!sink.isEqual()) {
                lines.add("");
                lines.add(INDENT + difference(sink));
            }
        }
        if (!isEqual() && !kept) {
            lines.add(INDENT + "use --to DIR to keep the output");
        }
        return lines;
    }

    private String headline() {
        return isEqual() ? "all sinks are byte-identical" : "sinks differ";
    }

    private String calls() {
        var parts = new ArrayList<String>();
        parts.add(Figures.counted(replay.recalled(), "call") + " answered from the record");
        if (replay.stood() > 0) {
            parts.add(Figures.counted(replay.stood(), "visit") + " without an answer ended as recorded");
        }
        if (replay.differing() > 0) {
            parts.add(Figures.counted(replay.differing(), "call")
                    + " recorded with a different request, because the run was" + " changed while running");
        }
        parts.add(Figures.counted(result.counts().calls().attempts(), "call") + " sent");
        return String.join(", ", parts);
    }

    /// The row at that position, if every line is a row.
    private Optional<Long> row(SinkComparison sink, SinkComparison.Difference firstDifference) {
        return sink.file().filter(file -> file.toString().endsWith(".jsonl")).isPresent()
                ? record.sinks().rowAt(original.runId(), sink.name(), firstDifference.runLine())
                : Optional.empty();
    }

    private String difference(SinkComparison sink) throws IOException {
        if (sink.recorded().isEmpty()) {
            return "sink '" + sink.name() + "': the run recorded no output for it";
        }
        var then = sink.recorded().get();
        String found = "sink '%s': recorded %,d rows, %,d bytes with SHA-256 %s…, now %,d rows, %,d bytes"
                .formatted(
                        sink.name(),
                        then.rows(),
                        then.end() - then.start(),
                        then.sha256().substring(0, SHA_SHOWN),
                        sink.now().rows(),
                        sink.bytes());
        Optional<SinkComparison.Difference> firstDifference = sink.firstDifference();
        return found
                + firstDifference
                        .map(at -> "; first difference at byte %,d, line %,d of %s"
                                        .formatted(
                                                at.offset(),
                                                at.line(),
                                                sink.written().orElseThrow())
                                + row(sink, at)
                                        .map(row -> ", row %,d".formatted(row))
                                        .orElse(""))
                        .orElse(
                                sink.written().isEmpty()
                                        ? ""
                                        : "; the position of the first difference is unknown: "
                                                + sink.written().get() + " is missing or was modified");
    }

    JsonObject json() throws IOException {
        var checks = new ArrayList<JsonObject>();
        for (SinkComparison sink : sinks) {
            Optional<SinkComparison.Difference> firstDifference =
                    sink.isEqual() ? Optional.empty() : sink.firstDifference();
            checks.add(JsonObject.object()
                    .put("name", sink.name())
                    .put("equal", sink.isEqual())
                    .put("file", kept ? sink.file().map(String::valueOf) : Optional.empty())
                    .put("rows", sink.now().rows())
                    .put("bytes", sink.bytes())
                    .put("sha256", sink.now().sha256())
                    .put("recorded_sha256", sink.recorded().map(mark -> mark.sha256()))
                    .put("first_difference_at", firstDifference.map(SinkComparison.Difference::offset))
                    .put("first_difference_line", firstDifference.map(SinkComparison.Difference::line))
                    .put("first_difference_row", firstDifference.flatMap(at -> row(sink, at))));
        }
        return JsonObject.object()
                .put("replays", original.runId())
                .put("run", recordedAs)
                .put("equal", isEqual())
                .put("status", result.status().word())
                .put("rows", result.counts().rowsEnded())
                .put("rows_without_outcome", notReplayed())
                .put("calls_recalled", replay.recalled())
                .put("visits_as_recorded", replay.stood())
                .put("calls_with_another_request", replay.differing())
                .put("calls_sent", result.counts().calls().attempts())
                .put("duration_seconds", result.took())
                .put("sinks", checks);
    }
}
