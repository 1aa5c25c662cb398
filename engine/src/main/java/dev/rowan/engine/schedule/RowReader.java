package dev.rowan.engine.schedule;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.call.ReplayMissException;
import dev.rowan.engine.feed.RowFeed;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.release.DerivedRows;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.release.RowMemory;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.resume.PendingRow;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads the rows of a run, records each new one and starts it, as fast as the window allows. Runs on the reader
/// thread, which owns the source.
public final class RowReader {
    private static final long NOTHING = 0;
    /// Stands for the position of the first row after all others have ended.
    private static final long AFTER_ALL = Long.MAX_VALUE;
    /// Stands for the position of the next row of a feed that waits.
    private static final long NEXT = -1;

    private final RowFeed feed;
    private final Optional<DerivedFeed> derivedFeed;
    private final DerivedRows derived;
    private final List<GraphNode.Aggregate> aggregates;
    private final LandscapeRecorder recorder;
    private final RowRunner runner;
    private final OrderedRelease release;
    private final Window window;
    private final RejectionSeries rejections;
    private final RowScheduler scheduler;
    private final Quarantine quarantine;
    private final StopSignal stop;
    private final RunProgress progress;
    private final Time time;
    private volatile long waitingFor = NOTHING;
    private long position;

    RowReader(
            RowFeed feed,
            Optional<DerivedFeed> derivedFeed,
            List<GraphNode.Aggregate> aggregates,
            RunComponents parts,
            Window window,
            RowRunner runner,
            RowScheduler scheduler,
            Quarantine quarantine) {
        this.feed = feed;
        this.derivedFeed = derivedFeed;
        this.derived = parts.derived();
        this.aggregates = List.copyOf(aggregates);
        this.recorder = parts.recorder();
        this.runner = runner;
        this.release = parts.release();
        this.window = window;
        this.rejections = parts.rejections();
        this.scheduler = scheduler;
        this.quarantine = quarantine;
        this.stop = parts.stop();
        this.progress = parts.progress();
        this.time = parts.time();
    }

    /// Reads to the end, to the run's row `limit`, or until the run stops. Rows that aggregates make start before
    /// those of the source and after those of earlier processes. At the end of the source, groups are closed, and
    /// the rows made of them are started too.
    ReadEnd read(OptionalLong limit) throws IOException, InterruptedException {
        ReadEnd end = readSource(limit);
        if (derivedFeed.isEmpty() || end == ReadEnd.STOPPED) {
            return end;
        }
        for (GraphNode.Aggregate aggregate : end == ReadEnd.EXHAUSTED ? aggregates : List.<GraphNode.Aggregate>of()) {
            if (!startDerived()) {
                return ReadEnd.STOPPED;
            }
            derived.close(aggregate.index(), release::wake);
        }
        return startDerived() ? end : ReadEnd.STOPPED;
    }

    private ReadEnd readSource(OptionalLong limit) throws IOException, InterruptedException {
        while (true) {
            Optional<RowFeed.InputRow> row = stop.requested() ? Optional.empty() : next();
            if (stop.requested()) {
                return ReadEnd.STOPPED;
            }
            if (row.isEmpty()) {
                progress.sourceExhausted();
                return ReadEnd.EXHAUSTED;
            }
            if (row.get() instanceof RowFeed.InputRow.Fresh
                    && limit.isPresent()
                    && progress.rowsRead() >= limit.getAsLong()) {
                return ReadEnd.LIMIT;
            }
            if (!place(row.get())) {
                return ReadEnd.STOPPED;
            }
        }
    }

    private Optional<RowFeed.InputRow> next() throws IOException, InterruptedException {
        if (derivedFeed.isEmpty() || feed.hasPending()) {
            return feed.next();
        }
        Optional<RowFeed.InputRow> row = derivedFeed.get().next();
        return row.isPresent() ? row : feed.next();
    }

    /// Starts derived rows until all rows have ended; false if the run stops.
    private boolean startDerived() throws InterruptedException {
        boolean quiet = false;
        while (!quiet) {
            Optional<RowFeed.InputRow> row = derivedFeed.orElseThrow().next();
            if (stop.requested() || (row.isPresent() && !place(row.get()))) {
                return false;
            }
            quiet = row.isEmpty() && awaitEnded();
        }
        return true;
    }

    private boolean awaitEnded() throws InterruptedException {
        waitingFor = AFTER_ALL;
        rejections.releaseImmediately(true);
        try {
            return derived.awaitEnded(position);
        } finally {
            rejections.releaseImmediately(false);
            waitingFor = NOTHING;
        }
    }

    /// Gives a row the next position and starts it; false if the run stops.
    private boolean place(RowFeed.InputRow row) throws InterruptedException {
        stop.awaitResume();
        return awaitCapacity(position + 1) && start(++position, row);
    }

    private boolean awaitCapacity(long position) throws InterruptedException {
        if (release.hasCapacity(position, window.limit())) {
            return true;
        }
        waitingFor = position;
        rejections.releaseImmediately(true); // a row that is held back may be what the others wait for
        try {
            return release.awaitCapacity(position, window.limit());
        } finally {
            rejections.releaseImmediately(false);
            waitingFor = NOTHING;
        }
    }

    /// The position that the reader waits to be allowed, 0 if none: earlier rows are not released.
    long waitingFor() {
        return feed.isWaiting() ? NEXT : waitingFor;
    }

    /// False if the run stops.
    private boolean start(long position, RowFeed.InputRow row) throws InterruptedException {
        release.assign(position, row.rowSeq());
        if (row instanceof RowFeed.InputRow.Parked(long rowSeq)) {
            return scheduler.keepParked(rowSeq, position);
        }
        Optional<Window.Slot> slot = scheduler.enterWindow(bytes(row));
        if (slot.isEmpty()) {
            return false;
        }
        enter(position, row, slot.get());
        return true;
    }

    /// The memory that a row counts with when it enters the window.
    private static long bytes(RowFeed.InputRow row) {
        return switch (row) {
            case RowFeed.InputRow.Fresh(var _, var _, Source.Item.Record(var _, var values, var _), var _) ->
                RowMemory.inFlight(values);
            case RowFeed.InputRow.Fresh(var _, var _, Source.Item.Unreadable(var _, var _, var raw), var _) ->
                RowMemory.ofValue(raw);
            case RowFeed.InputRow.Pending(var pending) -> RowMemory.inFlight(pending);
            case RowFeed.InputRow.Derived(var _, var values, var _) -> RowMemory.inFlight(values);
            case RowFeed.InputRow.Parked _ -> 0;
        };
    }

    private void enter(long position, RowFeed.InputRow row, Window.Slot slot) throws InterruptedException {
        boolean started = false;
        try {
            started = switch (row) {
                case RowFeed.InputRow.Fresh(
                        var rowSeq,
                        var source,
                        Source.Item.Record(var sourcePosition, var values, var id),
                        var past) -> {
                    Instant now = time.instant();
                    long number =
                            recorder.record(new LogEntry.RowRead(rowSeq, now, sourcePosition, id, values, source));
                    progress.rowRead(feed.progress());
                    scheduler.start(
                            rowSeq, position, slot, () -> runner.run(rowSeq, source, values, now, number, past, slot));
                    yield true;
                }
                case RowFeed.InputRow.Fresh(
                        var rowSeq,
                        var source,
                        Source.Item.Unreadable(var sourcePosition, var reason, var raw),
                        var _) -> {
                    Instant now = time.instant();
                    long number = recorder.record(
                            new LogEntry.RowUnreadable(rowSeq, now, sourcePosition, reason, raw, source));
                    progress.rowRead(feed.progress());
                    release.put(position, quarantine.of(rowSeq, source, now, number, sourcePosition, reason, raw));
                    yield false;
                }
                case RowFeed.InputRow.Pending(var pending) -> scheduler.resume(position, pending, slot);
                case RowFeed.InputRow.Derived derivedRow -> replay(position, derivedRow, slot);
                case RowFeed.InputRow.Parked _ -> throw new IllegalArgumentException("a parked row is not run");
            };
        } finally {
            if (!started) {
                slot.leave();
            }
        }
    }

    /// Starts a derived row of the run that is replayed, once its aggregate has made it again.
    private boolean replay(long position, RowFeed.InputRow.Derived row, Window.Slot slot) throws InterruptedException {
        PendingRow made = derived.awaitMade(row.rowSeq(), position - 1)
                ? derivedFeed.orElseThrow().made(row.rowSeq())
                : null;
        if (made == null || !made.content().equals(new PendingRow.Content.Values(row.values()))) {
            throw new ReplayMissException("row " + row.rowSeq() + ", which an aggregate made, "
                    + (made == null ? "is not made now" : "differs now"));
        }
        scheduler.start(row.rowSeq(), position, slot, () -> runner.replay(made, row.replayed(), slot));
        return true;
    }
}
