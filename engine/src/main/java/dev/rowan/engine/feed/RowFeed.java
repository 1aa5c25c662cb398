package dev.rowan.engine.feed;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.landscape.resume.PendingRow;
import java.io.IOException;
import java.util.Optional;

/// The rows of a run in order, each with its number. Owned by the reader thread.
public interface RowFeed {

    /// No rows.
    RowFeed EMPTY = new RowFeed() {
        @Override
        public Optional<InputRow> next() {
            return Optional.empty();
        }

        @Override
        public long progress() {
            return 0;
        }
    };

    /// The next row, or empty at the end.
    Optional<InputRow> next() throws IOException, InterruptedException;

    /// How much of the source has been read, in the source's own unit.
    long progress();

    /// Whether [#next] waits for input that comes only after rows before it have ended. Any thread may ask.
    default boolean isWaiting() {
        return false;
    }

    /// Whether the next row is one that an earlier process of this run has read: rows that aggregates make now come
    /// after those that they made before.
    default boolean hasPending() {
        return false;
    }

    /// A row for the transforms.
    sealed interface InputRow {
        long rowSeq();

        /// A record that is new to this run, and the name of its source if that has one; in a replay, `replayed` has
        /// the visits and calls of the original run.
        record Fresh(long rowSeq, Optional<String> source, Source.Item item, EarlierVisits replayed)
                implements InputRow {}

        /// A row that an earlier process of this run has read.
        record Pending(PendingRow row) implements InputRow {
            @Override
            public long rowSeq() {
                return row.rowSeq();
            }
        }

        /// A row that an aggregate made in the run that is replayed, with its values, visits and calls there. It
        /// starts when the aggregate has made it again.
        record Derived(long rowSeq, Row values, EarlierVisits replayed) implements InputRow {}

        /// A row that an earlier process of this run has parked, and whose job has not settled it: it is not
        /// loaded.
        record Parked(long rowSeq) implements InputRow {}
    }
}
