package dev.rowan.engine.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

    /// Removes all; returns them in order.
    List<Long> takeAll() {
        var rows = new ArrayList<Long>();
        new TreeMap<>(chunks).forEach((upper, chunk) -> {
            for (int word = 0; word < WORDS; word++) {
                for (long left = chunk[word]; left != 0; left &= left - 1) {
                    rows.add((upper << BITS) + ((long) word << 6) + Long.numberOfTrailingZeros(left));
                }
            }
        });
        chunks.clear();
        size = 0;
        return rows;
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
