package dev.rowan.engine.release;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.output.SinkStart;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// Writes rows to their sinks in turn: write, sync, then record the outcomes, group by group. An outcome is never
/// recorded before its sink is durable, and no sink gets a row whose paid answers are not durable. A sink may lag:
/// [PendingOutcomes] keeps the outcomes behind its mark.
///
/// Runs on the release thread, which owns the sinks, the reader of dropped values, and the current group.
public final class Releaser {
    private static final int MAX_GROUP = 2_000;
    /// How many more rows are worth waking up for while a group is open.
    private static final int MIN_WAKE_ROWS = 100;
    /// How many rows are reloaded together, so that not the values of a whole group are in memory.
    static final int RELOAD_PAGE = 100;
    private static final Duration LINGER = Duration.ofMillis(50);
    /// The same in a run with calls, whose rows come slowly, so that one sync serves several of them.
    private static final Duration LINGER_WITH_CALLS = Duration.ofMillis(500);
    private static final Duration IDLE_WAIT = Duration.ofSeconds(5);
    /// How often to look whether a timeout is due, since the clock may not be that of the wait.
    private static final Duration TIMER_CHECK = Duration.ofMillis(100);
    /// How many bytes of derived rows are recorded together.
    private static final long MAX_DERIVED_BYTES = 8L << 20;

    private final String runId;
    private final FailedRows failedRows;
    private final Map<String, SinkPosition> sinks = new LinkedHashMap<>();
    private final Set<String> droppingError = new HashSet<>();
    private final boolean callsOut;
    private final Duration linger;
    private final OrderedRelease release;
    private final LandscapeRecorder recorder;
    private final ValueReloader reloader;
    private final Aggregates aggregates;
    private final Optional<RestoredGroups> before;
    private final DerivedRows derived;
    private final RunProgress progress;
    private final RunEventPublisher events;
    private final Time time;

    private final PendingOutcomes waiting;
    private final RefusedRows refusals;
    private final Map<String, SinkPosition> dirty = new LinkedHashMap<>();
    private int groupTokens;
    private long rowsWritten;
    /// The last record of any row written.
    private long lastRecorded;
    private final List<LogEntry> notes = new ArrayList<>();
    private boolean finished;

    /// `groups` is where groups come from that exist before the run's first row; `starts` is where the opened sinks
    /// start; `refused` are refusals on record.
    public Releaser(
            Pipeline pipeline,
            RunComponents parts,
            LandscapeReader reader,
            GroupOrigin groups,
            Map<String, SinkStart> starts,
            RecordedRefusals refused) {
        this.runId = parts.runId();
        this.failedRows = new FailedRows(parts.reportedRunId());
        for (Pipeline.SinkNode node : pipeline.sinks()) {
            SinkStart start = starts.getOrDefault(node.name(), new SinkStart(Sink.Mark.at(0), Sink.Mark.at(0)));
            sinks.put(node.name(), new SinkPosition(node.name(), node.sink(), start));
        }
        this.waiting = new PendingOutcomes(sinks);
        if (pipeline.graph().hasErrorNodes()) {
            pipeline.sinks().stream()
                    .filter(node -> !node.keepsError())
                    .forEach(node -> droppingError.add(node.name()));
        }
        this.callsOut = pipeline.transforms().stream()
                .anyMatch(node -> node.plugin().capabilities().contains(Capability.CALLS_OUT));
        this.linger = callsOut ? LINGER_WITH_CALLS : LINGER;
        this.release = parts.release();
        this.recorder = parts.recorder();
        this.reloader = new ValueReloader(parts.runId(), parts.recorder(), reader);
        this.refusals = new RefusedRows(pipeline, sinks, refused, parts, reloader);
        this.aggregates = new Aggregates(
                pipeline,
                reloader,
                groups instanceof GroupOrigin.Replayed(var recorded) ? Optional.of(recorded) : Optional.empty(),
                parts);
        this.before = groups instanceof GroupOrigin.Continued(var parent) && !aggregates.isEmpty()
                ? Optional.of(new RestoredGroups(pipeline, reader, parts.runId(), parent))
                : Optional.empty();
        this.derived = parts.derived();
        this.progress = parts.progress();
        this.events = parts.events();
        this.time = parts.time();
    }

    /// Releases rows until no more can come.
    public void run() throws IOException, InterruptedException {
        if (before.isPresent()) {
            aggregates.continueFrom(before.get());
        }
        long groupStarted = 0;
        while (true) {
            Duration wait = groupTokens == 0 ? idleWait() : linger.minusNanos(time.nanos() - groupStarted);
            int capacity = Math.max(1, MAX_GROUP - groupTokens);
            List<FinishedRow> ready = release.take(
                    groupTokens == 0 ? 1 : Math.min(MIN_WAKE_ROWS, capacity),
                    capacity,
                    wait.isNegative() ? Duration.ZERO : wait);
            if (groupTokens == 0 && !ready.isEmpty()) {
                groupStarted = time.nanos();
            }
            if (callsOut) {
                awaitEvidence(ready);
            }
            writeAll(ready);
            if (!aggregates.isEmpty()) {
                closeGroups();
            }
            boolean drained = ready.isEmpty() && release.isDrained();
            boolean due = groupTokens >= MAX_GROUP || time.nanos() - groupStarted >= linger.toNanos();
            if ((groupTokens > 0 && (due || drained)) || aggregates.hasClosed()) {
                settle();
            }
            if (drained) {
                finished = true;
                return;
            }
        }
    }

    private Duration idleWait() {
        return aggregates
                .untilDue()
                .map(due -> due.compareTo(TIMER_CHECK) < 0 ? due : TIMER_CHECK)
                .orElse(IDLE_WAIT);
    }

    /// Closes the groups whose timeout has passed and, when the reader asks for it, all of an aggregate.
    private void closeGroups() throws IOException, InterruptedException {
        aggregates.closeDue();
        OptionalInt closing = derived.closing();
        if (closing.isPresent()) {
            while (!aggregates.closeAtEnd(closing.getAsInt(), MAX_DERIVED_BYTES)) {
                settle();
            }
            settle();
            if (aggregates.hasClosed()) {
                throw new IllegalStateException("a member of a group waits for a sink whose mark lags");
            }
            derived.closed();
        }
    }

    private void writeAll(List<FinishedRow> ready) throws IOException, InterruptedException {
        for (int from = 0; from < ready.size(); ) {
            List<FinishedRow> some = ready.subList(from, Math.min(from + RELOAD_PAGE, ready.size()));
            List<FinishedRow> page = some.subList(0, reloader.page(some));
            for (FinishedRow.Detailed row : reloader.restore(page)) {
                write(row);
                if (waiting.canSettleSeveral()) {
                    settle();
                }
            }
            from += page.size();
        }
    }

    /// Waits until the record of these rows is durable, once for all of them.
    private void awaitEvidence(List<FinishedRow> rows) throws InterruptedException {
        recorder.awaitCommitted(
                rows.stream().mapToLong(FinishedRow::recorded).max().orElse(0), linger);
    }

    /// Whether every row that was written has its outcome.
    public boolean isSettled() {
        return waiting.rows() == 0;
    }

    /// The marks of all sinks, including those without rows; `complete` if no row is left to write, ever. None if
    /// releasing failed: rows without an outcome were written then, which no mark may cover.
    public Map<String, Sink.Mark> finish(boolean complete) throws IOException, InterruptedException {
        var marks = new LinkedHashMap<String, Sink.Mark>();
        if (!finished) {
            return marks;
        }
        for (SinkPosition sink : sinks.values()) {
            if (!refusals.isErrorSink(sink.name())) {
                end(sink, complete);
            }
        }
        record(refusals.finish(waiting.settle(), lastRecorded, sink -> end(sink, complete)));
        progress.undurable(waiting.rows());
        if (complete && waiting.rows() > 0) {
            throw new IllegalStateException("a sink ended its output without making every row durable");
        }
        if (!complete) {
            for (SinkPosition sink : sinks.values()) {
                sink.suspend();
            }
        }
        sinks.forEach((name, sink) -> marks.put(name, sink.mark()));
        return marks;
    }

    private static void end(SinkPosition sink, boolean complete) throws IOException {
        if (complete) {
            sink.finish();
        } else {
            sink.sync();
        }
    }

    private void write(FinishedRow.Detailed row) throws IOException, InterruptedException {
        Instant now = time.instant();
        int count = row.tokens().size();
        var released = new ArrayList<ReleasedToken>(count);
        var numbers = new ArrayList<Long>(count);
        for (int i = 0; i < count; i++) {
            TokenOutcome token = row.tokens().get(i);
            Optional<Reason> refused = write(row, token);
            var written = new ReleasedToken(
                    row.rowSeq(),
                    row.readAt(),
                    row.endedAt(),
                    token.withoutRow(),
                    group(row, token),
                    i == count - 1,
                    now,
                    refused);
            released.add(refused.isPresent() ? refused(written) : written);
            numbers.add(released.getLast()
                    .token()
                    .sink()
                    .map(name -> sink(name).written())
                    .orElse(0L));
        }
        lastRecorded = Math.max(lastRecorded, row.recorded());
        waiting.add(released, numbers);
        groupTokens += count;
        rowsWritten++;
        progress.rowWritten();
        release.written(row.rowSeq());
    }

    /// The group that a token enters, if it does.
    private OptionalLong group(FinishedRow.Detailed row, TokenOutcome token) throws InterruptedException {
        return token.group().isPresent()
                ? OptionalLong.of(aggregates.add(
                        new TokenKey(row.rowSeq(), token.part()), token.group().get(), token.row(), row.recorded()))
                : OptionalLong.empty();
    }

    private SinkPosition sink(String name) {
        SinkPosition sink = sinks.get(name);
        if (sink == null) {
            throw new IllegalStateException("no sink is called '" + name + "'");
        }
        return sink;
    }

    /// Writes the token to its sink, if it has one. A reason if the sink refuses it.
    private Optional<Reason> write(FinishedRow.Detailed row, TokenOutcome token) throws IOException {
        if (token.sink().isEmpty()) {
            return Optional.empty();
        }
        String name = token.sink().get();
        SinkPosition sink = sink(name);
        var info = new TokenInfo(runId, row.rowSeq(), token.part());
        Optional<Reason> known = refusals.recorded(name, info);
        if (known.isPresent()) {
            return known;
        }
        Row values = token.row().orElseThrow();
        Row passed = droppingError.contains(name) ? values.without(List.of(ErrorField.NAME)) : values;
        Optional<Reason> refused = sink.write(
                token.failure()
                        .map(failure -> failedRows.withError(values, row.rowSeq(), failure))
                        .orElse(passed),
                info);
        if (refused.isEmpty()) {
            dirty.put(name, sink);
        }
        return refused;
    }

    /// A token that its sink refused when it was written: without an error sink it ends here.
    private ReleasedToken refused(ReleasedToken token) {
        if (refusals.hasErrorSink(token.token().sink().orElseThrow())) {
            return token;
        }
        refusals.note(token).ifPresent(notes::add);
        return refusals.ended(token);
    }

    /// Makes the group durable as far as its sinks can, then records what is.
    private void settle() throws IOException, InterruptedException {
        for (SinkPosition sink : sinks.values()) {
            if (dirty.containsKey(sink.name()) || (sink.isOverdue() && !refusals.isErrorSink(sink.name()))) {
                sink.sync();
            }
        }
        record(refusals.settle(waiting.settle(), lastRecorded));
        progress.undurable(waiting.rows());
        groupTokens = 0;
        dirty.clear();
    }

    /// Records outcomes and the marks of their sinks in one transaction.
    private void record(RefusedRows.Resolved settled) throws InterruptedException {
        var entries = new ArrayList<LogEntry>(settled.tokens().size() + dirty.size() + notes.size());
        for (SinkPosition sink : settled.marks()) {
            entries.add(new LogEntry.SinkSynced(sink.name(), time.instant(), sink.mark()));
        }
        entries.addAll(notes);
        entries.addAll(settled.notes());
        Instant durable = time.instant();
        for (ReleasedToken released : settled.tokens()) {
            entries.add(outcome(released, durable));
        }
        // a group ends after the outcomes of its members, or with them
        List<ClosedGroup> closed = waiting.hasMembers() ? List.of() : aggregates.takeClosed();
        closed.forEach(ended -> entries.addAll(ended.entries(durable)));
        notes.clear();
        long number = entries.isEmpty() ? 0 : recorder.record(entries);
        settled.marks().forEach(SinkPosition::recorded);
        long reordered = 0;
        for (ReleasedToken released : settled.tokens()) {
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
        if (!aggregates.isEmpty()) {
            derived.settled(rowsWritten, made(closed), number);
            rowsWritten = 0;
        }
        if (events.isOn()) {
            publish(settled.tokens(), durable);
        }
    }

    /// The numbers of the rows of closed groups.
    private List<Long> made(List<ClosedGroup> closed) {
        var made = new ArrayList<Long>();
        for (ClosedGroup ended : closed) {
            for (ClosedGroup.MadeRow row : ended.rows()) {
                progress.rowDerived();
                made.add(row.rowSeq());
            }
        }
        return made;
    }

    /// Publishes rows; the tokens of a row are adjacent.
    private void publish(List<ReleasedToken> settled, Instant durable) {
        var tokens = new ArrayList<RunEvent.Ended>();
        for (ReleasedToken released : settled) {
            TokenOutcome token = released.token();
            tokens.add(new RunEvent.Ended(
                    token.part(),
                    token.outcome(),
                    token.failure().map(failure -> failure.reason().code()),
                    token.failure().flatMap(TokenOutcome.Failure::node)));
            if (released.last()) {
                events.publish(() -> new RunEvent.RowEnded(released.rowSeq(), released.readAt(), durable, tokens));
                tokens.clear();
            }
        }
    }

    private static LogEntry outcome(ReleasedToken released, Instant durable) {
        TokenOutcome token = released.token();
        if (released.group().isPresent()) {
            return new LogEntry.TokenMerged(
                    released.rowSeq(),
                    token.part(),
                    durable,
                    token.group().orElseThrow().node(),
                    released.group().getAsLong(),
                    micros(released.endedAt(), released.at()),
                    micros(released.at(), durable),
                    micros(released.readAt(), durable));
        }
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
