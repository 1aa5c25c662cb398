package dev.rowan.landscape.verify;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.Calls;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.seal.SigningKey;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A run that satisfies every invariant: four rows, of which the second needs three attempts, the third becomes two
/// and the fourth is blocked, through a filter, a model and a safety check.
final class SoundRun {
    static final String ID = "a";
    static final int ROWS = 4;

    private SoundRun() {}

    static Head record(Path folder, String cap, Optional<SigningKey> key) throws InterruptedException {
        return record(folder, cap, key, 0);
    }

    /// The same with `more` rows behind, each of three events.
    static Head record(Path folder, String cap, Optional<SigningKey> key, int more) throws InterruptedException {
        try (Landscape landscape = Landscapes.open(
                        "sqlite:rowan.db", folder, new FakeTime(), new SecureRandom(), Faults.NONE, key);
                LandscapeRecorder recorder = landscape.start(run(cap))) {
            for (LogEntry entry : entries()) {
                recorder.record(entry);
            }
            for (long row = ROWS + 1; row <= ROWS + more; row++) {
                recorder.record(Samples.read(row));
                recorder.record(Samples.closed(
                        row, 0, 0, 1, new LogEntry.Result.Failed(Samples.reason(), TransformResult.Verdict.BLOCKED)));
                recorder.record(blocked(row));
            }
            return recorder.end(new RunEnd(RunEnd.Status.COMPLETED, ROWS + more, Optional.empty()));
        }
    }

    static RunStart run(String cap) {
        return new RunStart(
                ID,
                "reviews",
                "0.1.0",
                "source: {plugin: csv}",
                Map.of("order", "input", "max_cost_usd", cap),
                List.of("run"),
                "ada",
                Optional.empty(),
                "csv reviews.csv",
                List.of(
                        new RunStart.Node(
                                0, "words", "keyword_filter", "1", List.of(), "aa", Optional.empty(), Map.of()),
                        new RunStart.Node(1, "llm", "llm", "1", List.of("CALLS_OUT"), "bb", Optional.empty(), Map.of()),
                        new RunStart.Node(
                                2,
                                "safe",
                                "azure_content_safety",
                                "1",
                                List.of("CALLS_OUT"),
                                "cc",
                                Optional.empty(),
                                Map.of())),
                List.of(new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", "dd")));
    }

    /// What is recorded between its start and its end.
    static List<LogEntry> entries() {
        var entries = new ArrayList<LogEntry>();
        for (long row = 1; row <= ROWS; row++) {
            entries.add(Samples.read(row));
        }
        entries.add(Samples.passed(1, 0, 0, Samples.row(1), Samples.row(1)));
        token(entries, 1, 0, CallState.ANSWERED);
        entries.add(Samples.passed(2, 0, 0, Samples.row(2), Samples.row(2)));
        token(entries, 2, 0, CallState.REJECTED, CallState.UNKNOWN, CallState.ANSWERED);
        Row row3 = Samples.row(3);
        entries.add(Samples.closed(
                3, 0, 0, 1, new LogEntry.Result.Split(row3, List.of(row3, row3.with("id", "b")), List.of(1))));
        token(entries, 3, 0, CallState.ANSWERED);
        token(entries, 3, 1, CallState.ANSWERED);
        entries.add(Samples.closed(
                4, 0, 0, 1, new LogEntry.Result.Failed(Samples.reason(), TransformResult.Verdict.BLOCKED)));
        entries.add(new LogEntry.SinkSynced("output", Samples.T, new Sink.Mark(4, 0, 400, "ab".repeat(32))));
        entries.add(Samples.completed(1, 0));
        entries.add(Samples.completed(2, 0));
        entries.add(Samples.completed(3, 0));
        entries.add(Samples.completed(3, 1));
        entries.add(blocked(4));
        return entries;
    }

    private static LogEntry blocked(long row) {
        return new LogEntry.OutcomeReached(
                row,
                0,
                Samples.T,
                Outcome.BLOCKED,
                Optional.of(0),
                Optional.of("keyword_blocked"),
                Optional.empty(),
                1,
                2,
                3);
    }

    /// A token at the model, whose call ends so, and then at the safety check.
    private static void token(List<LogEntry> entries, long row, int part, CallState... ends) {
        Row values = Samples.row(row);
        for (int i = 0; i < ends.length; i++) {
            call(entries, new CallKey(row, part, 1, 0, 1, Calls.REQUEST.sha256()), i + 1, ends[i]);
        }
        entries.add(Samples.passed(row, part, 1, values, values.with("mood", "fine")));
        call(entries, new CallKey(row, part, 2, 0, 1, Calls.REQUEST.sha256()), 1, CallState.ANSWERED);
        Row answered = values.with("mood", "fine");
        entries.add(Samples.passed(row, part, 2, answered, answered));
    }

    private static void call(List<LogEntry> entries, CallKey key, int attempt, CallState state) {
        entries.add(new LogEntry.CallIntended(
                key,
                attempt,
                Samples.T,
                Calls.WORST,
                attempt == 1 ? Optional.of(Calls.REQUEST) : Optional.empty(),
                Optional.empty()));
        boolean answered = state == CallState.ANSWERED;
        entries.add(new LogEntry.CallEnded(
                key,
                attempt,
                Samples.T,
                state,
                answered ? "answered" : state == CallState.REJECTED ? "capacity" : "reset",
                OptionalInt.empty(),
                Calls.usage(),
                state == CallState.REJECTED ? Usd.ZERO : answered ? Calls.COST : Calls.WORST,
                state != CallState.UNKNOWN,
                Calls.TIMES,
                Optional.of("req-" + key.rowSeq() + "-" + key.part() + "-" + key.node() + "-" + attempt),
                Optional.of(Calls.REQUEST),
                OptionalLong.empty()));
    }
}
