package dev.rowan.engine.schedule;

import dev.rowan.engine.feed.RowFeed.InputRow;
import dev.rowan.engine.release.DerivedRows;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.resume.PendingRow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/// The derived rows that wait to be started, loaded from the landscape in pages. Owned by the reader thread.
public final class DerivedFeed {
    private static final int AT_ONCE = 200;

    private final DerivedRows derived;
    private final LandscapeRecorder recorder;
    private final LandscapeReader reader;
    private final String runId;
    private final Deque<Long> numbers = new ArrayDeque<>();
    private final Deque<PendingRow> loaded = new ArrayDeque<>();

    public DerivedFeed(RunComponents parts, LandscapeReader reader) {
        this.derived = parts.derived();
        this.recorder = parts.recorder();
        this.reader = reader;
        this.runId = parts.runId();
    }

    /// The next row; empty if none waits.
    Optional<InputRow> next() throws InterruptedException {
        if (loaded.isEmpty()) {
            load();
        }
        return Optional.ofNullable(loaded.pollFirst()).map(InputRow.Pending::new);
    }

    private void load() throws InterruptedException {
        if (numbers.isEmpty()) {
            DerivedRows.Range range = derived.take(AT_ONCE);
            LongStream.range(range.from(), range.to()).forEach(numbers::add);
        }
        if (!numbers.isEmpty()) {
            List<PendingRow> rows = unfinished(List.copyOf(numbers));
            rows.forEach(_ -> numbers.removeFirst());
            loaded.addAll(rows);
        }
    }

    /// The first of these rows, as many as may be in memory together.
    private List<PendingRow> unfinished(List<Long> rows) throws InterruptedException {
        recorder.awaitCommitted(derived.recorded());
        List<Long> page = reader.pendingRows().page(runId, rows);
        List<PendingRow> found = reader.pendingRows().unfinished(runId, page);
        if (found.size() != page.size()) {
            throw new IllegalStateException(
                    "of the derived rows " + page + " the landscape has only " + found.size() + " without an outcome");
        }
        return found;
    }

    /// A derived row of a replay, when it is on record.
    PendingRow made(long rowSeq) throws InterruptedException {
        return unfinished(List.of(rowSeq)).getFirst();
    }
}
