package dev.rowan.engine.run;

import dev.rowan.api.CallScope;
import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.stop.RowAbandoned;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.Entry;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads the source, records each row and starts its walk, as fast as the window lets it. Runs on the reader thread,
/// which owns the source.
final class RowReader {
    private final SourceNode source;
    private final LandscapeRecorder recorder;
    private final TokenWalk walk;
    private final Leaving leaving;
    private final Window window;
    private final CallScope tokens;
    private final StopSignal stop;
    private final RunProgress progress;
    private final Time time;

    RowReader(SourceNode source, RunParts parts, TokenWalk walk, CallScope tokens) {
        this.source = source;
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

    /// Reads to the end of the source, to `limit` rows, or until the run stops.
    Until read(OptionalLong limit) throws IOException, InterruptedException {
        for (long rowSeq = 1; ; rowSeq++) {
            Optional<Source.Item> item =
                    stop.requested() ? Optional.empty() : source.source().next();
            if (stop.requested()) {
                return Until.STOPPED;
            }
            if (item.isEmpty()) {
                return Until.EXHAUSTED;
            }
            if (limit.isPresent() && rowSeq > limit.getAsLong()) {
                return Until.LIMIT;
            }
            if (!leaving.awaitRoom(rowSeq) || !enterWindow()) {
                return Until.STOPPED;
            }
            start(rowSeq, item.get());
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

    private void start(long rowSeq, Source.Item item) throws InterruptedException {
        boolean started = false;
        try {
            Instant now = time.instant();
            switch (item) {
                case Source.Item.Record(var position, var row, var id) -> {
                    long number = recorder.record(new Entry.RowRead(rowSeq, now, position, id, row));
                    progress.rowRead(source.source().progress());
                    tokens.start(() -> walk(rowSeq, row, now, number));
                    started = true;
                }
                case Source.Item.Unreadable unreadable -> quarantine(rowSeq, now, unreadable);
            }
        } finally {
            if (!started) {
                window.leave();
            }
        }
    }

    /// On the row's own thread: whatever happens, the place in the window is given back and a defect stops the run.
    private void walk(long rowSeq, Row row, Instant readAt, long recorded) {
        try {
            leaving.put(walk.walk(rowSeq, row, readAt, recorded));
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

    private void quarantine(long rowSeq, Instant now, Source.Item.Unreadable item) throws InterruptedException {
        long number = recorder.record(new Entry.RowUnreadable(rowSeq, now, item.position(), item.reason(), item.raw()));
        progress.rowRead(source.source().progress());
        var failure = new TokenEnd.Failure(Optional.empty(), "source", item.reason(), 1);
        Row row = TokenEnd.unreadable(item.position(), item.raw());
        TokenEnd end = TokenWalk.end(0, row, failure, source.onError(), Outcome.QUARANTINED);
        leaving.put(new RowEnd.Told(rowSeq, now, now, number, List.of(end)));
    }
}
