package dev.rowan.engine.schedule;

import java.util.HashMap;
import java.util.Map;

/// A set of row numbers that takes a bit for each where they lie close together. Not safe for several
/// threads.
final class RowSet {
    private static final int BITS = 12;
    private static final int WORDS = 1 << (BITS - 6);

    /// By the upper bits of the number: the lower ones as a bitmap, and behind it how many there are.
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

    /// How many bytes the bitmaps take.
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
