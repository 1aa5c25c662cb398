package dev.rowan.web.compare;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Rows of one run without a match so far, by match key, first in first out. About 60 bytes a row, in plain arrays.
/// Owned by one thread.
final class UnmatchedRows {
    private static final int NONE = -1;
    private static final int GONE = -2;

    private long[] keys = new long[1 << 10];
    private int[] heads = filled(1 << 10);
    private int[] tails = filled(1 << 10);
    private int used;

    private long[] rows = new long[1 << 10];
    private long[] rowKeys = new long[1 << 10];
    private long[] ends = new long[1 << 10];
    private long[] values = new long[1 << 10];
    private boolean[] gone = new boolean[1 << 10];
    private int[] next = new int[1 << 10];
    private int free = NONE;
    private int top;
    private int size;

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }

    int size() {
        return size;
    }

    void add(RowDigest row) {
        int entry = capacity();
        rows[entry] = row.row();
        rowKeys[entry] = row.key();
        ends[entry] = row.ends();
        values[entry] = row.values();
        gone[entry] = row.gone();
        next[entry] = NONE;
        if (2 * (used + 1) > keys.length) {
            rebuild();
        }
        int slot = slot(row.key());
        if (heads[slot] == NONE) {
            used++;
        }
        if (heads[slot] < 0) {
            keys[slot] = row.key();
            heads[slot] = entry;
        } else {
            next[tails[slot]] = entry;
        }
        tails[slot] = entry;
        size++;
    }

    /// Removes and returns the first row with this key.
    @Nullable
    RowDigest take(long key) {
        int slot = slot(key);
        if (heads[slot] < 0) {
            return null;
        }
        int entry = heads[slot];
        heads[slot] = next[entry] == NONE ? GONE : next[entry];
        var taken = new RowDigest(rows[entry], rowKeys[entry], ends[entry], values[entry], gone[entry]);
        rows[entry] = 0;
        next[entry] = free;
        free = entry;
        size--;
        return taken;
    }

    /// All that are left, in no order.
    void forEachRow(LongConsumer each) {
        for (int i = 0; i < top; i++) {
            if (rows[i] != 0) {
                each.accept(rows[i]);
            }
        }
    }

    /// The slot with this key, else an empty one; a slot whose rows have left keeps its key.
    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key ^ (key >>> 32)) & mask;
        while (heads[slot] != NONE && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int capacity() {
        if (free != NONE) {
            int entry = free;
            free = next[entry];
            return entry;
        }
        if (top == rows.length) {
            int more = Math.multiplyExact(rows.length, 2);
            rows = Arrays.copyOf(rows, more);
            rowKeys = Arrays.copyOf(rowKeys, more);
            ends = Arrays.copyOf(ends, more);
            values = Arrays.copyOf(values, more);
            gone = Arrays.copyOf(gone, more);
            next = Arrays.copyOf(next, more);
        }
        return top++;
    }

    /// Keys whose rows have left are forgotten; the table doubles only when what is there needs it.
    private void rebuild() {
        long[] oldKeys = keys;
        int[] oldHeads = heads;
        int[] oldTails = tails;
        int live = 0;
        for (int head : oldHeads) {
            live += head >= 0 ? 1 : 0;
        }
        int length = 4 * (live + 1) > oldKeys.length ? Math.multiplyExact(oldKeys.length, 2) : oldKeys.length;
        keys = new long[length];
        heads = filled(length);
        tails = filled(length);
        used = live;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldHeads[i] >= 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                heads[slot] = oldHeads[i];
                tails[slot] = oldTails[i];
            }
        }
    }
}
