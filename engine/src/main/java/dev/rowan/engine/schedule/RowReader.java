package dev.rowan.engine.schedule;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.feed.RowFeed;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.release.RowMemory;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Takes the rows of a run as they come, records each new one and starts its walk, as fast as the window lets
/// it. Runs on the reader thread, which owns the source.
public final class RowReader {
    private static final long NOTHING = 0;

    private final RowFeed feed;
    private final LandscapeRecorder recorder;
    private final TokenRunner walk;
    private final OrderedRelease leaving;
    private final Window window;
    private final RejectionSeries rejections;
    private final RowScheduler walks;
    private final StopSignal stop;
    private final RunProgress progress;
    private final Time time;
    private volatile long waitingFor = NOTHING;

    RowReader(RowFeed feed, RunComponents parts, Window window, TokenRunner walk, RowScheduler walks) {
        this.feed = feed;
        this.recorder = parts.recorder();
        this.walk = walk;
        this.leaving = parts.release();
        this.window = window;
        this.rejections = parts.rejections();
        this.walks = walks;
        this.stop = parts.stop();
        this.progress = parts.progress();
        this.time = parts.time();
    }

    /// Reads to the end, to `limit` rows of the run, or until the run stops.
    ReadEnd read(OptionalLong limit) throws IOException, InterruptedException {
        for (long place = 1; ; place++) {
            Optional<RowFeed.InputRow> row = stop.requested() ? Optional.empty() : feed.next();
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
            stop.awaitResume();
            if (!awaitRoom(place) || !start(place, row.get())) {
                return ReadEnd.STOPPED;
            }
        }
    }

    private boolean awaitRoom(long place) throws InterruptedException {
        if (leaving.hasCapacity(place, window.limit())) {
            return true;
        }
        waitingFor = place;
        rejections.releaseImmediately(true); // a row that is held back may be what the others wait for
        try {
            return leaving.awaitCapacity(place, window.limit());
        } finally {
            rejections.releaseImmediately(false);
            waitingFor = NOTHING;
        }
    }

    /// The place for which there may be no room, since rows before it do not leave; 0 when there is none.
    long waitingFor() {
        return waitingFor;
    }

    /// False when the run stops.
    private boolean start(long place, RowFeed.InputRow row) throws InterruptedException {
        leaving.assign(place, row.rowSeq());
        if (row instanceof RowFeed.InputRow.Parked(long rowSeq)) {
            return walks.keepParked(rowSeq, place);
        }
        Optional<Window.Slot> slot = walks.enterWindow(bytes(row));
        if (slot.isEmpty()) {
            return false;
        }
        enter(place, row, slot.get());
        return true;
    }

    /// The memory that a row which enters the window is counted with.
    private static long bytes(RowFeed.InputRow row) {
        return switch (row) {
            case RowFeed.InputRow.Fresh(var _, Source.Item.Record(var _, var values, var _), var _) ->
                RowMemory.inFlight(values);
            case RowFeed.InputRow.Fresh(var _, Source.Item.Unreadable(var _, var _, var raw), var _) ->
                RowMemory.ofValue(raw);
            case RowFeed.InputRow.Pending(var pending) -> RowMemory.inFlight(pending);
            case RowFeed.InputRow.Parked _ -> 0;
        };
    }

    private void enter(long place, RowFeed.InputRow row, Window.Slot slot) throws InterruptedException {
        boolean started = false;
        try {
            started = switch (row) {
                case RowFeed.InputRow.Fresh(
                        var rowSeq,
                        Source.Item.Record(var position, var values, var id),
                        var past) -> {
                    Instant now = time.instant();
                    long number = recorder.record(new LogEntry.RowRead(rowSeq, now, position, id, values));
                    progress.rowRead(feed.progress());
                    walks.start(rowSeq, place, slot, () -> walk.run(rowSeq, values, now, number, past, slot));
                    yield true;
                }
                case RowFeed.InputRow.Fresh(
                        var rowSeq,
                        Source.Item.Unreadable(var position, var reason, var raw),
                        var _) -> {
                    Instant now = time.instant();
                    long number = recorder.record(new LogEntry.RowUnreadable(rowSeq, now, position, reason, raw));
                    progress.rowRead(feed.progress());
                    leaving.put(place, walks.quarantined(rowSeq, now, number, position, reason, raw));
                    yield false;
                }
                case RowFeed.InputRow.Pending(var pending) -> walks.resume(place, pending, slot);
                case RowFeed.InputRow.Parked _ -> throw new IllegalArgumentException("a parked row is not walked");
            };
        } finally {
            if (!started) {
                slot.leave();
            }
        }
    }
}
