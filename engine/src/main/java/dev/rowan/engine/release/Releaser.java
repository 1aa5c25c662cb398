package dev.rowan.engine.release;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes rows to their sinks as their turn comes: write, sync, then record the outcomes, group by group. An
/// outcome is never recorded before its sink is durable, and no sink gets a row whose paid answers are not.
///
/// Runs on the release thread, which owns the sinks, the reader for values that were dropped, and the group
/// in hand.
public final class Releaser {
    private static final int GROUP = 2_000;
    /// How many rows more are worth waking up for, while a group waits to be settled anyway.
    private static final int SOME = 100;
    /// How many rows are read back together, so that not the values of a whole group are in memory.
    private static final int AT_ONCE = 100;
    private static final Duration LINGER = Duration.ofMillis(50);
    /// The same in a run with calls, whose rows come slowly: a sync and a record of the sink serve several of them.
    private static final Duration LINGER_WITH_CALLS = Duration.ofMillis(500);
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final String toldRun;
    private final Map<String, Sink> sinks = new LinkedHashMap<>();
    private final boolean callsOut;
    private final Duration linger;
    private final OrderedRelease leaving;
    private final LandscapeRecorder recorder;
    private final ValueReloader readBack;
    private final RunProgress progress;
    private final RunEventPublisher telling;
    private final Time time;

    private final List<Released> group = new ArrayList<>();
    private final Map<String, Sink> dirty = new LinkedHashMap<>();
    private final List<LogEntry> notes = new ArrayList<>();
    private boolean through;

    public Releaser(Pipeline pipeline, RunComponents parts, LandscapeReader reader) {
        this.toldRun = parts.reportedRunId();
        pipeline.sinks().forEach(node -> this.sinks.put(node.name(), node.sink()));
        this.callsOut = pipeline.transforms().stream()
                .anyMatch(node -> node.plugin().capabilities().contains(Capability.CALLS_OUT));
        this.linger = callsOut ? LINGER_WITH_CALLS : LINGER;
        this.leaving = parts.release();
        this.recorder = parts.recorder();
        this.readBack = new ValueReloader(parts.runId(), parts.recorder(), reader, pipeline.outputSink());
        this.progress = parts.progress();
        this.telling = parts.events();
        this.time = parts.time();
    }

    /// A token that has been written and is not yet durable. Its values are not kept.
    private record Released(
            long rowSeq, Instant readAt, Instant endedAt, TokenOutcome token, boolean last, Instant at) {}

    /// Releases rows until no more can come.
    public void run() throws IOException, InterruptedException {
        long groupStarted = 0;
        while (true) {
            Duration wait = group.isEmpty() ? IDLE : linger.minusNanos(time.nanos() - groupStarted);
            int most = GROUP - group.size();
            List<FinishedRow> ready = leaving.take(
                    group.isEmpty() ? 1 : Math.min(SOME, most), most, wait.isNegative() ? Duration.ZERO : wait);
            if (group.isEmpty() && !ready.isEmpty()) {
                groupStarted = time.nanos();
            }
            if (callsOut) {
                awaitEvidence(ready);
            }
            writeAll(ready);
            boolean drained = ready.isEmpty() && leaving.isDrained();
            boolean due = group.size() >= GROUP || time.nanos() - groupStarted >= linger.toNanos();
            if (!group.isEmpty() && (due || drained)) {
                settle();
            }
            if (drained) {
                through = true;
                return;
            }
        }
    }

    private void writeAll(List<FinishedRow> ready) throws IOException, InterruptedException {
        for (int from = 0; from < ready.size(); ) {
            List<FinishedRow> some = ready.subList(from, Math.min(from + AT_ONCE, ready.size()));
            List<FinishedRow> page = some.subList(0, readBack.page(some));
            for (FinishedRow.Detailed row : readBack.restore(page)) {
                write(row);
            }
            from += page.size();
        }
    }

    /// Waits until what is on record of these rows is durable: one wait for all of them.
    private void awaitEvidence(List<FinishedRow> rows) throws InterruptedException {
        recorder.awaitCommitted(
                rows.stream().mapToLong(FinishedRow::recorded).max().orElse(0), linger);
    }

    /// The marks of all sinks, those that got no row included. None when releasing broke: rows were written
    /// then that have no outcome, and no mark may cover them.
    public Map<String, Sink.Mark> finish() throws IOException, InterruptedException {
        var marks = new LinkedHashMap<String, Sink.Mark>();
        if (!through) {
            return marks;
        }
        for (var sink : sinks.entrySet()) {
            Sink.Mark mark = sink.getValue().sync();
            marks.put(sink.getKey(), mark);
            recorder.record(new LogEntry.SinkSynced(sink.getKey(), time.instant(), mark));
        }
        return marks;
    }

    private void write(FinishedRow.Detailed row) throws IOException {
        Instant now = time.instant();
        for (int i = 0; i < row.tokens().size(); i++) {
            TokenOutcome token = row.tokens().get(i);
            TokenOutcome written = written(row, token).withoutRow();
            group.add(new Released(
                    row.rowSeq(),
                    row.readAt(),
                    row.endedAt(),
                    written,
                    i == row.tokens().size() - 1,
                    now));
        }
    }

    /// Writes the token to its sink, if it has one; a row that the sink refuses ends as failed instead,
    /// unless a call of it may have been paid for.
    private TokenOutcome written(FinishedRow.Detailed row, TokenOutcome token) throws IOException {
        if (token.sink().isEmpty()) {
            return token;
        }
        String name = token.sink().get();
        Sink sink = sinks.get(name);
        if (sink == null) {
            throw new IllegalStateException("no sink is called '" + name + "'");
        }
        Row values = token.row().orElseThrow();
        Optional<Reason> refused =
                sink.write(token.failure().map(f -> withError(values, row, f)).orElse(values));
        if (refused.isEmpty()) {
            dirty.put(name, sink);
            return token;
        }
        notes.add(new LogEntry.RunNoted(
                "sink_refused",
                time.instant(),
                Row.of(refused.get().asMap())
                        .with("sink", name)
                        .with("row_seq", row.rowSeq())
                        .with("part", token.part())
                        .asMap()));
        var failure = new TokenOutcome.Failure(Optional.empty(), name, refused.get(), 1);
        Outcome outcome = token.outcome() == Outcome.INDETERMINATE ? Outcome.INDETERMINATE : Outcome.FAILED;
        return new TokenOutcome(token.part(), outcome, token.row(), Optional.of(failure), Optional.empty());
    }

    private Row withError(Row values, FinishedRow.Detailed row, TokenOutcome.Failure failure) {
        var error = new LinkedHashMap<String, @Nullable Object>();
        error.put("node", failure.nodeName());
        failure.reason().asMap().forEach(error::putIfAbsent);
        error.put("attempts", failure.attempts());
        error.put("run", toldRun);
        error.put("row_seq", row.rowSeq());
        return values.with("_error", error);
    }

    /// Makes the group durable, then records its outcomes and the sinks' marks in one transaction.
    private void settle() throws IOException, InterruptedException {
        var entries = new ArrayList<LogEntry>(group.size() + dirty.size() + notes.size());
        for (var sink : dirty.entrySet()) {
            entries.add(new LogEntry.SinkSynced(
                    sink.getKey(), time.instant(), sink.getValue().sync()));
        }
        entries.addAll(notes);
        Instant durable = time.instant();
        for (Released released : group) {
            entries.add(outcome(released, durable));
        }
        recorder.record(entries);
        long reordered = 0;
        for (Released released : group) {
            reordered += micros(released.endedAt(), released.at());
            progress.tokenEnded(
                    released.token().outcome(),
                    released.token().sink(),
                    released.token().failure().map(failure -> failure.reason().code()));
            if (released.last()) {
                progress.rowEnded();
            }
        }
        progress.reordered(reordered);
        if (telling.isOn()) {
            tell(durable);
        }
        group.clear();
        dirty.clear();
        notes.clear();
    }

    /// Tells of the rows of the group; the tokens of a row stand side by side in one group.
    private void tell(Instant durable) {
        var tokens = new ArrayList<RunEvent.Ended>();
        for (Released released : group) {
            TokenOutcome token = released.token();
            tokens.add(new RunEvent.Ended(
                    token.part(),
                    token.outcome(),
                    token.failure().map(failure -> failure.reason().code()),
                    token.failure().flatMap(TokenOutcome.Failure::node)));
            if (released.last()) {
                telling.publish(() -> new RunEvent.RowEnded(released.rowSeq(), released.readAt(), durable, tokens));
                tokens.clear();
            }
        }
    }

    private static LogEntry outcome(Released released, Instant durable) {
        TokenOutcome token = released.token();
        return new LogEntry.OutcomeReached(
                released.rowSeq(),
                token.part(),
                durable,
                token.outcome(),
                token.failure().flatMap(TokenOutcome.Failure::node),
                token.failure().map(failure -> failure.reason().code()),
                token.sink(),
                micros(released.endedAt(), released.at()),
                micros(released.at(), durable),
                micros(released.readAt(), durable));
    }

    private static long micros(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toNanos() / 1_000);
    }
}
