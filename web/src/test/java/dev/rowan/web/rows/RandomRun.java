package dev.rowan.web.rows;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.index.RowFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/// A random run, reproducible by its seed: rows with every outcome, out of order, some split, some in flight, some
/// awaiting a batch; with and without calls. Holds the expected result as well.
public final class RandomRun {
    private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
    private static final Payload REQUEST = Payload.utf8("POST https://service/ HTTP/1.1\r\n\r\n{}");
    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());
    private static final List<String> REASONS = List.of("rate_limited", "too_long", "keyword_blocked");

    private final Random random;
    private final List<LogEntry> entries = new ArrayList<>();
    private final List<Token> tokens = new ArrayList<>();

    /// The expected data of a token; `outcome` as in the filter.
    public record Token(
            long row,
            int part,
            String outcome,
            OptionalInt node,
            Optional<String> reason,
            Optional<String> sink,
            long cost,
            long latency,
            int attempts) {}

    public RandomRun(long seed, int rows) {
        this.random = new Random(seed);
        var ends = new ArrayList<List<LogEntry>>();
        for (long row = 1; row <= rows; row++) {
            entries.add(new LogEntry.RowRead(
                    row, T, "line " + row, Optional.of("id-" + row), values(row), Optional.empty()));
            ends.add(life(row));
        }
        Collections.shuffle(ends, random);
        ends.forEach(entries::addAll);
        tokens.sort(java.util.Comparator.comparingLong(Token::row).thenComparingInt(Token::part));
    }

    public static RunStart start(String runId) {
        return new RunStart(
                runId,
                "random",
                "0.1.0",
                "",
                Map.of(),
                List.of(),
                "ada",
                Optional.empty(),
                "rows",
                List.of(
                        new RunStart.Node(0, "words", "keyword_filter", "1", List.of(), "", Optional.empty(), Map.of()),
                        new RunStart.Node(1, "ask", "llm", "1", List.of(), "", Optional.empty(), Map.of())),
                List.of(
                        new RunStart.SinkDeclared("output", "jsonl", "1", "out.jsonl", ""),
                        new RunStart.SinkDeclared("failed", "jsonl", "1", "failed.jsonl", "")));
    }

    static Row values(long row) {
        return Row.of("id", "id-" + row).with("text", "text of row " + row);
    }

    public List<LogEntry> entries() {
        return entries;
    }

    /// By row and part.
    public List<Token> tokens() {
        return tokens;
    }

    public void record(LandscapeRecorder recorder) throws InterruptedException {
        for (LogEntry entry : entries) {
            recorder.record(entry);
        }
    }

    private List<LogEntry> life(long row) {
        var life = new ArrayList<LogEntry>();
        int parts = random.nextInt(6) == 0 ? 2 + random.nextInt(2) : 1;
        for (int part = 0; part < parts; part++) {
            life.addAll(token(row, part, parts > 1));
        }
        return life;
    }

    private List<LogEntry> token(long row, int part, boolean ends) {
        var life = new ArrayList<LogEntry>();
        int attempts = random.nextInt(4);
        long cost = 0;
        for (int call = 1; call <= attempts; call++) {
            long price = random.nextInt(5) * 1_000_000L;
            cost += price;
            life.addAll(call(row, part, call, price));
        }
        int way = ends ? random.nextInt(6) : random.nextInt(8);
        if (way >= OUTCOMES.size()) {
            boolean awaits = way == OUTCOMES.size();
            if (awaits) {
                life.add(new LogEntry.CallParked(key(row, part, 9), T, new Usd(5), 1, REQUEST));
            }
            String word = awaits ? RowFilter.AWAITING : RowFilter.IN_FLIGHT;
            tokens.add(new Token(
                    row, part, word, OptionalInt.empty(), Optional.empty(), Optional.empty(), cost, -1, attempts));
            return life;
        }
        Outcome outcome = OUTCOMES.get(way);
        boolean completed = outcome == Outcome.COMPLETED;
        OptionalInt node = completed ? OptionalInt.empty() : OptionalInt.of(random.nextInt(2));
        Optional<String> reason =
                completed ? Optional.empty() : Optional.of(REASONS.get(random.nextInt(REASONS.size())));
        Optional<String> sink =
                completed ? Optional.of("output") : random.nextBoolean() ? Optional.of("failed") : Optional.empty();
        long latency = random.nextInt(20) * 1_000L;
        life.add(new LogEntry.OutcomeReached(
                row,
                part,
                T,
                outcome,
                node.isPresent() ? Optional.of(node.getAsInt()) : Optional.empty(),
                reason,
                sink,
                0,
                0,
                latency));
        tokens.add(new Token(row, part, outcome.word(), node, reason, sink, cost, latency, attempts));
        return life;
    }

    private static CallKey key(long row, int part, int call) {
        return new CallKey(row, part, 1, 0, call, REQUEST.sha256());
    }

    private static List<LogEntry> call(long row, int part, int call, long price) {
        return List.of(
                new LogEntry.CallIntended(
                        key(row, part, call), 1, T, new Usd(5_000_000), Optional.of(REQUEST), Optional.empty()),
                new LogEntry.CallEnded(
                        key(row, part, call),
                        1,
                        T,
                        LogEntry.CallState.ANSWERED,
                        "answered",
                        OptionalInt.of(200),
                        Usage.unknown(),
                        new Usd(price),
                        true,
                        new LogEntry.CallTimes(0, 0, 1, 1),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalLong.empty()));
    }

    /// A visit that failed for `why`.
    public static LogEntry failed(long row, String why) {
        return new LogEntry.StateClosed(
                new LogEntry.StateKey(row, 0, 1, 1),
                T,
                T,
                new LogEntry.Waits(1, 1, 0, 0, 0, 0),
                new LogEntry.Result.Failed(Reason.of("refused", why), TransformResult.Verdict.FAILED));
    }
}
