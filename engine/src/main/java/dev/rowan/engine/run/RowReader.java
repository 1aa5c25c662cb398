package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// Takes the rows of a run as they come, records each new one and starts its walk, as fast as the window lets
/// it. Runs on the reader thread, which owns the source.
final class RowReader {
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

    RowReader(RowFeed feed, RunComponents parts, TokenRunner walk, RowScheduler walks) {
        this.feed = feed;
        this.recorder = parts.recorder();
        this.walk = walk;
        this.leaving = parts.leaving();
        this.window = parts.window();
        this.rejections = parts.rejections();
        this.walks = walks;
        this.stop = parts.stop();
        this.progress = parts.progress();
        this.time = parts.time();
    }

    /// Where reading ended.
    enum Until {
        /// The source has no more.
        EXHAUSTED,
        /// As many rows as were asked for are read, and there are more.
        LIMIT,
        STOPPED
    }

    /// Reads to the end, to `limit` rows of the run, or until the run stops.
    Until read(OptionalLong limit) throws IOException, InterruptedException {
        for (long place = 1; ; place++) {
            Optional<RowFeed.Fed> row = stop.requested() ? Optional.empty() : feed.next();
            if (stop.requested()) {
                return Until.STOPPED;
            }
            if (row.isEmpty()) {
                progress.sourceExhausted();
                return Until.EXHAUSTED;
            }
            if (row.get() instanceof RowFeed.Fed.Fresh
                    && limit.isPresent()
                    && progress.rowsRead() >= limit.getAsLong()) {
                return Until.LIMIT;
            }
            stop.awaitResume();
            if (!awaitRoom(place) || !start(place, row.get())) {
                return Until.STOPPED;
            }
        }
    }

    private boolean awaitRoom(long place) throws InterruptedException {
        if (leaving.hasRoom(place, window.limit())) {
            return true;
        }
        waitingFor = place;
        rejections.releaseImmediately(true); // a row that is held back may be what the others wait for
        try {
            return leaving.awaitRoom(place, window.limit());
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
    private boolean start(long place, RowFeed.Fed row) throws InterruptedException {
        leaving.placed(place, row.rowSeq());
        if (row instanceof RowFeed.Fed.Awaiting(long rowSeq)) {
            return walks.keepParked(rowSeq, place);
        }
        Optional<Window.Slot> slot = walks.enterWindow(RowMemory.inFlight(row));
        if (slot.isEmpty()) {
            return false;
        }
        enter(place, row, slot.get());
        return true;
    }

    private void enter(long place, RowFeed.Fed row, Window.Slot slot) throws InterruptedException {
        boolean started = false;
        try {
            started = switch (row) {
                case RowFeed.Fed.Fresh(var rowSeq, Source.Item.Record(var position, var values, var id), var past) -> {
                    Instant now = time.instant();
                    long number = recorder.record(new LogEntry.RowRead(rowSeq, now, position, id, values));
                    progress.rowRead(feed.progress());
                    walks.start(rowSeq, place, slot, () -> walk.walk(rowSeq, values, now, number, past, slot));
                    yield true;
                }
                case RowFeed.Fed.Fresh(
                        var rowSeq,
                        Source.Item.Unreadable(var position, var reason, var raw),
                        var _) -> {
                    Instant now = time.instant();
                    long number = recorder.record(new LogEntry.RowUnreadable(rowSeq, now, position, reason, raw));
                    progress.rowRead(feed.progress());
                    leaving.put(place, walks.quarantined(rowSeq, now, number, position, reason, raw));
                    yield false;
                }
                case RowFeed.Fed.Pending(var pending) -> walks.resume(place, pending, slot);
                case RowFeed.Fed.Awaiting _ -> throw new IllegalArgumentException("a parked row is not walked");
            };
        } finally {
            if (!started) {
                slot.leave();
            }
        }
    }
}
