package dev.rowan.landscape;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A small run and the records of its rows.
public final class Samples {
    public static final Instant T = FakeTime.START;
    public static final LogEntry.Waits WAITS = new LogEntry.Waits(7, 9, 10, 20, 30, 40);
    public static final RunEnd COMPLETED = new RunEnd(RunEnd.Status.COMPLETED, 1, Optional.empty());

    public static final RunResume RESUME =
            new RunResume("0.1.0", "ada", List.of("resume", "a"), List.of(), Optional.empty());

    private Samples() {}

    public static RunStart run(String runId) {
        return run(runId, "reviews");
    }

    public static RunStart run(String runId, String name) {
        return new RunStart(
                runId,
                name,
                "0.1.0",
                "source: {plugin: csv}",
                Map.of("window", 1000L),
                List.of("run", "pipeline.yaml"),
                "ada",
                Optional.of("pipeline.yaml"),
                "csv reviews.csv",
                List.of(
                        new RunStart.Node(
                                0,
                                "words",
                                "keyword_filter",
                                "1",
                                List.of("deterministic"),
                                "ab",
                                Optional.empty(),
                                Map.of()),
                        new RunStart.Node(1, "cut", "truncate", "1", List.of(), "cd", Optional.empty(), Map.of())),
                List.of(new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", "ab")));
    }

    public static Row row(long rowSeq) {
        return Row.of("id", "r" + rowSeq).with("text", "good").with("stars", rowSeq);
    }

    public static LogEntry.RowRead read(long rowSeq) {
        return new LogEntry.RowRead(
                rowSeq, T, "line " + rowSeq, Optional.of("r" + rowSeq), row(rowSeq), Optional.empty());
    }

    public static LogEntry.StateClosed passed(long rowSeq, int part, int node, Row input, Row output) {
        return closed(rowSeq, part, node, 1, new LogEntry.Result.Passed(input, output));
    }

    public static LogEntry.StateClosed closed(long rowSeq, int part, int node, int attempt, LogEntry.Result result) {
        return new LogEntry.StateClosed(
                new LogEntry.StateKey(rowSeq, part, node, attempt), T, T.plusMillis(5), WAITS, result);
    }

    public static LogEntry.StateClosed failed(long rowSeq, int node, int attempt) {
        return closed(rowSeq, 0, node, attempt, new LogEntry.Result.Failed(reason(), TransformResult.Verdict.FAILED));
    }

    public static Reason reason() {
        return Reason.of("keyword_blocked", "a pattern matched").with("field", "text");
    }

    public static LogEntry.OutcomeReached completed(long rowSeq, int part) {
        return new LogEntry.OutcomeReached(
                rowSeq,
                part,
                T.plusMillis(9),
                Outcome.COMPLETED,
                Optional.empty(),
                Optional.empty(),
                Optional.of("output"),
                1,
                2,
                3);
    }

    public static LogEntry.OutcomeReached blocked(long rowSeq) {
        return new LogEntry.OutcomeReached(
                rowSeq,
                0,
                T.plusMillis(9),
                Outcome.BLOCKED,
                Optional.of(0),
                Optional.of("keyword_blocked"),
                Optional.empty(),
                1,
                2,
                3);
    }

    /// The three records of a row that passes unchanged.
    public static List<LogEntry> wholeRow(long rowSeq) {
        return List.of(read(rowSeq), passed(rowSeq, 0, 0, row(rowSeq), row(rowSeq)), completed(rowSeq, 0));
    }

    /// Every kind of record once, with every optional field.
    public static List<LogEntry> everyKind() {
        return List.of(
                read(1),
                new LogEntry.RowUnreadable(
                        2, T, "line 3", Reason.of("ragged_row", "3 fields, not 2"), "a,b,c", Optional.empty()),
                new LogEntry.StateOpened(new LogEntry.StateKey(1, 0, 0, 1), T),
                failed(1, 0, 1),
                Calls.intended(1, 1, 1),
                Calls.ended(1, 1, 1, LogEntry.CallState.UNKNOWN),
                Calls.intended(1, 1, 2),
                Calls.ended(1, 1, 2, LogEntry.CallState.ANSWERED),
                passed(1, 0, 1, row(1), row(1).with("text", "go")),
                blocked(1),
                new LogEntry.OutcomeReached(
                        2,
                        0,
                        T,
                        Outcome.QUARANTINED,
                        Optional.empty(),
                        Optional.of("ragged_row"),
                        Optional.of("output"),
                        0,
                        0,
                        5),
                new LogEntry.SinkSynced("output", T, new Sink.Mark(1, 0, 120, "ef")),
                new LogEntry.RunNoted("late_result", T, Map.of("state", "r1/n0/a1")));
    }
}
