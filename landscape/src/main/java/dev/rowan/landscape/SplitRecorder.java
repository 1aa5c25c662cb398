package dev.rowan.landscape;

import dev.rowan.landscape.record.SplitRange;

/// Records the work of one writer of a run on splits, in a chain of its own.
///
/// Rows are recorded only in splits that are open here. The outcomes of a split are recorded together with its
/// [dev.rowan.landscape.record.LogEntry.SplitDone], when its parts are durable under their names. Another process
/// that joins as the same writer, or opens a split of this one, stops it.
public interface SplitRecorder extends LandscapeRecorder {

    /// How a split was found.
    enum Opening {
        /// No writer had it before.
        NEW,
        /// A writer had it before, and all of its attempts have ended; the record may hold some of its rows.
        AGAIN,
        /// Its rows have their outcomes. It was not opened.
        DONE
    }

    /// The epoch of this writer.
    int epoch();

    /// Opens a split before its first row is recorded, durable on return. If another writer has it, that one is
    /// fenced off first.
    Opening open(SplitRange split) throws InterruptedException;
}
