package dev.rowan.engine.run;

import dev.rowan.api.CallScope;
import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.stop.RowAbandoned;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.Entry;
import dev.rowan.landscape.resume.PendingRow;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Takes the rows of a run as they come, records each new one and starts its walk, as fast as the window lets it. Runs
/// on the reader thread,
/// which owns the source.
final class RowReader {
    private final RowFeed feed;
    private final OnError onError;
    private final LandscapeRecorder recorder;
    private final TokenWalk walk;
    private final Leaving leaving;
    private final Window window;
    private final CallScope tokens;
    private final StopSignal stop;
    private final RunProgress progress;
    private final Time time;

    /// `onError` says where records go that could not be read.
    RowReader(RowFeed feed, OnError onError, RunParts parts, TokenWalk walk, CallScope tokens) {
        this.feed = feed;
        this.onError = onError;
        this.recorder = parts.recorder();
        this.walk = walk;
        this.leaving = parts.leaving();
        this.window = parts.window();
        this.tokens = tokens;
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
                return Until.EXHAUSTED;
            }
            if (row.get() instanceof RowFeed.Fed.Fresh
                    && limit.isPresent()
                    && progress.rowsRead() >= limit.getAsLong()) {
                return Until.LIMIT;
            }
            if (!leaving.awaitRoom(place) || !enterWindow()) {
                return Until.STOPPED;
            }
            start(place, row.get());
        }
    }

    /// False when the run stops: a place that a stopped row gave back is for no other.
    private boolean enterWindow() throws InterruptedException {
        boolean entered = window.enter();
        if (entered && stop.requested()) {
            window.leave();
            return false;
        }
        return entered;
    }

    private void start(long place, RowFeed.Fed row) throws InterruptedException {
        boolean started = false;
        try {
            started = switch (row) {
                case RowFeed.Fed.Fresh(var rowSeq, Source.Item.Record(var position, var values, var id), var past) -> {
                    Instant now = time.instant();
                    long number = recorder.record(new Entry.RowRead(rowSeq, now, position, id, values));
                    progress.rowRead(feed.progress());
                    tokens.start(() -> walk(place, () -> walk.walk(rowSeq, values, now, number, past)));
                    yield true;
                }
                case RowFeed.Fed.Fresh(
                        var rowSeq,
                        Source.Item.Unreadable(var position, var reason, var raw),
                        var _) -> {
                    Instant now = time.instant();
                    long number = recorder.record(new Entry.RowUnreadable(rowSeq, now, position, reason, raw));
                    progress.rowRead(feed.progress());
                    leaving.put(place, quarantined(rowSeq, now, number, position, reason, raw));
                    yield false;
                }
                case RowFeed.Fed.Pending(var pending) -> goOn(place, pending);
            };
        } finally {
            if (!started) {
                window.leave();
            }
        }
    }

    /// Goes on with a row of an earlier process; tells whether it has a thread of its own now.
    private boolean goOn(long place, PendingRow row) {
        switch (row.content()) {
            case PendingRow.Content.Values _ -> {
                tokens.start(() -> walk(place, () -> walk.goOn(row)));
                return true;
            }
            case PendingRow.Content.Unreadable(var reason, var raw) ->
                leaving.put(place, quarantined(row.rowSeq(), row.readAt(), 0, row.position(), reason, raw));
            case PendingRow.Content.Gone _ -> {
                var reason = Reason.of("values_deleted", "the values were deleted before the row had ended");
                leaving.put(place, quarantined(row.rowSeq(), row.readAt(), 0, row.position(), reason, ""));
            }
        }
        return false;
    }

    private interface Walk {
        RowEnd run() throws InterruptedException;
    }

    /// On the row's own thread: whatever happens, the place in the window is given back and a defect stops the run.
    private void walk(long place, Walk walk) {
        try {
            leaving.put(place, walk.run());
        } catch (RowAbandoned _) {
            // no outcome: the landscape shows how far it came
        } catch (Throwable broken) {
            if (!stop.explains(broken)) {
                stop.request(new StopSignal.Cause.Failure(broken));
            }
        } finally {
            window.leave();
        }
    }

    private RowEnd quarantined(long rowSeq, Instant readAt, long recorded, String position, Reason reason, String raw) {
        var failure = new TokenEnd.Failure(Optional.empty(), "source", reason, 1);
        Row row = TokenEnd.unreadable(position, raw);
        TokenEnd end = TokenWalk.end(0, row, failure, onError, Outcome.QUARANTINED);
        return new RowEnd.Told(rowSeq, readAt, readAt, recorded, List.of(end));
    }
}
