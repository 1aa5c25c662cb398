package dev.rowan.engine.split;

import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.SplitRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A split of a worker that is not done. Owned by the release thread, but for `again`.
final class OpenSplit {
    final SplitRange range;
    final SplitListener listener;
    final Map<String, PartWriter> parts = new LinkedHashMap<>();
    /// Outcomes, and notes about its rows, that wait until it is done.
    final List<LogEntry> entries = new ArrayList<>();
    /// The rows with an outcome.
    final Set<Long> ended = new HashSet<>();
    /// Whether it was opened before, by this writer or another one.
    volatile boolean again;

    private long written;
    private long postponed;

    OpenSplit(SplitRange range, SplitListener listener) {
        this.range = range;
        this.listener = listener;
    }

    boolean contains(long rowSeq) {
        return rowSeq >= range.firstRow() && rowSeq < range.firstRow() + range.rows();
    }

    void rowWritten() {
        written++;
    }

    void rowPostponed() {
        postponed++;
    }

    /// How many of its rows were written.
    long written() {
        return written;
    }

    /// Whether a row of it, and so the split, is left to a later job.
    boolean isPostponed() {
        return postponed > 0;
    }

    /// Whether each of its rows was written or postponed.
    boolean isThrough() {
        return written + postponed == range.rows();
    }
}
