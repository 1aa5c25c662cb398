package dev.rowan.engine.calibrate;

import java.util.SplittableRandom;
import java.util.TreeSet;

/// Rows chosen at random, by their numbers from 0, of `all` rows.
public record RowSample(TreeSet<Long> rows, long all) {

    /// `size` of `all` rows, each set of them equally likely; all of them if there are not more.
    public static RowSample of(long all, int size, long seed) {
        var random = new SplittableRandom(seed);
        var rows = new TreeSet<Long>();
        for (long last = Math.max(0, all - size); last < all; last++) {
            long row = random.nextLong(last + 1);
            rows.add(rows.contains(row) ? last : row);
        }
        return new RowSample(rows, all);
    }

    /// Owned by the thread that reads the sources.
    static final class Cursor {
        private final RowSample sample;
        private long next;

        Cursor(RowSample sample) {
            this.sample = sample;
        }

        /// Whether the next record belongs to the sample.
        boolean takesNext() {
            return sample.rows.contains(next++);
        }

        boolean isEnded() {
            return sample.rows.isEmpty() || next > sample.rows.last();
        }
    }
}
