package dev.rowan.engine.schedule;

import java.util.HashMap;
import java.util.Map;

/// A set of row numbers that takes one bit per number where they are dense. Not thread-safe.
final class RowSet {
    private static final int BITS = 12;
    private static final int WORDS = 1 << (BITS - 6);

    /// Keyed by the upper bits: a bitmap of the lower bits, followed by their count.
    private final Map<Long, long[]> chunks = new HashMap<>();

    private long size;

    boolean add(long row) {
        long[] chunk = chunks.computeIfAbsent(row >>> BITS, _ -> new long[WORDS + 1]);
        if ((chunk[word(row)] & bit(row)) != 0) {
            return false;
        }
        chunk[word(row)] |= bit(row);
        chunk[WORDS]++;
        size++;
        return true;
    }

    boolean remove(long row) {
        long[] chunk = chunks.get(row >>> BITS);
        if (chunk == null || (chunk[word(row)] & bit(row)) == 0) {
            return false;
        }
        chunk[word(row)] &= ~bit(row);
        chunk[WORDS]--;
        size--;
        if (chunk[WORDS] == 0) {
            chunks.remove(row >>> BITS);
        }
        return true;
    }

    boolean contains(long row) {
        long[] chunk = chunks.get(row >>> BITS);
        return chunk != null && (chunk[word(row)] & bit(row)) != 0;
    }

    long size() {
        return size;
    }

    /// The memory of the bitmaps.
    long bytes() {
        return chunks.size() * (WORDS + 1L) * Long.BYTES;
    }

    private static int word(long row) {
        return (int) (row >>> 6) & (WORDS - 1);
    }

    private static long bit(long row) {
        return 1L << (row & 63);
    }
}
