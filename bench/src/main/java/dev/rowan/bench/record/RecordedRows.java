package dev.rowan.bench.record;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RunStart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What a run with one call per row records: requests of 600 bytes, rows and replies of 400.
record RecordedRows(Time time) {
    private static final Payload REQUEST = Payload.utf8("POST https://service/ HTTP/1.1\r\n\r\n" + "q".repeat(600));
    private static final Usd WORST = new Usd(5_000_000_000L);

    static RunStart start(String runId) {
        return new RunStart(
                runId,
                "bench",
                "bench",
                "",
                Map.of(),
                List.of(),
                "bench",
                Optional.empty(),
                "rows",
                List.of(new RunStart.Node(0, "ask", "llm", "1", List.of(), "", Optional.empty(), Map.of())),
                List.of(new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", "")));
    }

    LogEntry read(long row) {
        return new LogEntry.RowRead(
                row, time.instant(), "line " + row, Optional.empty(), values(row), Optional.empty());
    }

    private static Row values(long row) {
        return Row.of("id", row).with("text", "a review of some length ".repeat(16));
    }

    private static CallKey key(long row) {
        return new CallKey(row, 0, 0, 0, 1, REQUEST.sha256());
    }

    List<LogEntry> open(long row) {
        return List.of(
                read(row),
                new LogEntry.CallIntended(key(row), 1, time.instant(), WORST, Optional.of(REQUEST), Optional.empty()));
    }

    List<LogEntry> whole(long row) {
        Instant now = time.instant();
        Payload body = Payload.utf8("{\"said\": \"" + "yes ".repeat(100) + "\"}");
        var reply = new WireReply.Complete(
                200,
                Headers.of("x-request-id", "req-" + row),
                body,
                Optional.empty(),
                new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
        var entries = new ArrayList<>(open(row));
        entries.add(new LogEntry.CallEnded(
                key(row),
                1,
                now,
                LogEntry.CallState.ANSWERED,
                "answered",
                OptionalInt.of(200),
                Usage.unknown(),
                WORST,
                true,
                new LogEntry.CallTimes(0, 0, 1_000, 500),
                Optional.empty(),
                Optional.of(HttpMessage.of(reply)),
                OptionalLong.empty()));
        entries.add(new LogEntry.StateClosed(
                new LogEntry.StateKey(row, 0, 0, 1),
                now,
                now,
                new LogEntry.Waits(row, row, 0, 0, 0, 1_000),
                new LogEntry.Result.Passed(values(row), values(row).with("said", "yes"))));
        entries.add(new LogEntry.OutcomeReached(
                row, 0, now, Outcome.COMPLETED, Optional.empty(), Optional.empty(), Optional.of("output"), 1, 2, 3));
        return entries;
    }
}
