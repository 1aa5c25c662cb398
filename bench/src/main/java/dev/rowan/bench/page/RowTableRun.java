package dev.rowan.bench.page;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/// A large run with one model call per row, written by the real recorder: most rows completed, some blocked,
/// failed, discarded or indeterminate, all costs and latencies different. `needle-10`, `needle-50` and `needle-99`
/// are in one row each, at that percentage of the rows.
final class RowTableRun {
    static final String ID = "row-table";
    private static final Payload REQUEST = Payload.utf8("POST https://service/ HTTP/1.1\r\n\r\n" + "q".repeat(600));
    private static final Usd WORST = new Usd(5_000_000_000L);

    private final Time time;
    private final long rows;
    private final SplittableRandom random = new SplittableRandom(42);

    RowTableRun(Time time, long rows) {
        this.time = time;
        this.rows = rows;
    }

    /// The landscape with the run, cached in the temporary folder.
    Path file() throws IOException, InterruptedException {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "rowan-row-table-" + rows + ".db");
        if (!Files.exists(file)) {
            Path unready = file.resolveSibling(file.getFileName() + "-making");
            for (String end : List.of("", "-wal", "-shm")) {
                Files.deleteIfExists(file.resolveSibling(unready.getFileName() + end));
            }
            make(unready);
            Files.deleteIfExists(file.resolveSibling(unready.getFileName() + "-run-1.lock"));
            Files.move(unready, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return file;
    }

    private void make(Path file) throws InterruptedException {
        try (Landscape landscape = Landscapes.openUnsynced(file, time, new SecureRandom());
                LandscapeRecorder recorder = landscape.start(start())) {
            for (long row = 1; row <= rows; row++) {
                recorder.record(whole(row));
            }
            recorder.end(new RunEnd(RunEnd.Status.COMPLETED, rows, Optional.empty()));
        }
    }

    private static RunStart start() {
        return new RunStart(
                ID,
                "row_table",
                "bench",
                "",
                Map.of(),
                List.of(),
                "bench",
                Optional.empty(),
                "rows",
                List.of(
                        new RunStart.Node(
                                0, "filter", "keyword_filter", "1", List.of(), "", Optional.empty(), Map.of()),
                        new RunStart.Node(1, "ask", "llm", "1", List.of(), "", Optional.empty(), Map.of())),
                List.of(
                        new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", ""),
                        new RunStart.SinkDeclared("failed", "jsonl", "1", "failed.jsonl", "")));
    }

    private Row values(long row) {
        var text = new StringBuilder(420);
        for (int part : List.of(10, 50, 99)) {
            if (row == Math.max(1, rows * part / 100)) {
                text.append("needle-").append(part).append(' ');
            }
        }
        while (text.length() < 380) {
            text.append("word").append(random.nextInt(10_000)).append(' ');
        }
        return Row.of("review_id", "r" + row)
                .with("stars", (long) random.nextInt(5))
                .with("text", text.toString());
    }

    private List<LogEntry> whole(long row) {
        Instant now = time.instant();
        Row input = values(row);
        var entries = new ArrayList<LogEntry>();
        entries.add(new LogEntry.RowRead(row, now, "line " + row, Optional.of("r" + row), input, Optional.empty()));
        int dice = random.nextInt(1_000);
        long latency = 100_000L + random.nextInt(3_000_000);
        if (dice < 20) {
            entries.add(visit(
                    row,
                    0,
                    now,
                    new LogEntry.Result.Failed(
                            Reason.of("keyword_blocked", "a pattern matched"), TransformResult.Verdict.FAILED)));
            entries.add(end(row, now, Outcome.BLOCKED, 0, "keyword_blocked", "failed", latency));
            return entries;
        }
        entries.addAll(call(row, now, dice));
        if (dice < 50) {
            String reason = dice < 35 ? "rate_limited" : "content_filtered";
            entries.add(visit(
                    row,
                    1,
                    now,
                    new LogEntry.Result.Failed(
                            Reason.of(reason, "the service said no"), TransformResult.Verdict.FAILED)));
            entries.add(end(row, now, Outcome.FAILED, 1, reason, "failed", latency));
            return entries;
        }
        entries.add(visit(row, 1, now, new LogEntry.Result.Passed(input, input.with("mood", "positive"))));
        entries.add(
                dice < 55
                        ? end(row, now, Outcome.INDETERMINATE, 1, "reply_lost", "failed", latency)
                        : new LogEntry.OutcomeReached(
                                row,
                                0,
                                now,
                                Outcome.COMPLETED,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of("output"),
                                1,
                                2,
                                latency));
        return entries;
    }

    private static LogEntry end(
            long row, Instant at, Outcome outcome, int node, String reason, String sink, long latency) {
        return new LogEntry.OutcomeReached(
                row, 0, at, outcome, Optional.of(node), Optional.of(reason), Optional.of(sink), 1, 2, latency);
    }

    private static LogEntry visit(long row, int node, Instant at, LogEntry.Result result) {
        return new LogEntry.StateClosed(
                new LogEntry.StateKey(row, 0, node, 1), at, at, new LogEntry.Waits(row, row, 0, 0, 0, 1_000), result);
    }

    private List<LogEntry> call(long row, Instant now, int dice) {
        var key = new CallKey(row, 0, 1, 0, 1, REQUEST.sha256());
        Payload body = Payload.utf8("{\"said\": \"" + "yes ".repeat(100) + "\"}");
        var reply = new WireReply.Complete(
                200,
                Headers.of("x-request-id", "req-" + row),
                body,
                Optional.empty(),
                new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
        boolean answered = dice >= 50;
        return List.of(
                new LogEntry.CallIntended(key, 1, now, WORST, Optional.of(REQUEST), Optional.empty()),
                new LogEntry.CallEnded(
                        key,
                        1,
                        now,
                        answered ? LogEntry.CallState.ANSWERED : LogEntry.CallState.REJECTED,
                        answered ? "answered" : "capacity",
                        OptionalInt.of(answered ? 200 : 429),
                        Usage.unknown(),
                        new Usd(answered ? 1_000_000L * random.nextInt(1, 4_000) : 0),
                        true,
                        new LogEntry.CallTimes(0, 0, 1_000, 500),
                        Optional.empty(),
                        Optional.of(HttpMessage.of(reply)),
                        OptionalLong.empty()));
    }
}
