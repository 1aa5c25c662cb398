package dev.rowan.web.index;

import java.util.Arrays;

/// Numbers by row and part, in open addressing. Guarded by the lock of its [RowIndex].
final class TokenMap {
    private static final int EMPTY = -1;

    private long[] rows = new long[64];
    private int[] parts = new int[64];
    private int[] values = filled(64);
    private int size;

    private static int[] filled(int room) {
        var values = new int[room];
        Arrays.fill(values, EMPTY);
        return values;
    }

    long bytes() {
        return 16L * values.length;
    }

    /// The number of the token, or -1.
    int get(long row, int part) {
        return values[slot(row, part)];
    }

    void put(long row, int part, int value) {
        if (2 * (size + 1) > values.length) {
            grow();
        }
        int slot = slot(row, part);
        if (values[slot] == EMPTY) {
            size++;
        }
        rows[slot] = row;
        parts[slot] = part;
        values[slot] = value;
    }

    private int slot(long row, int part) {
        int mask = values.length - 1;
        long mixed = (row * 31 + part) * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 33) & mask;
        while (values[slot] != EMPTY && (rows[slot] != row || parts[slot] != part)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldRows = rows;
        int[] oldParts = parts;
        int[] oldValues = values;
        rows = new long[2 * oldRows.length];
        parts = new int[2 * oldParts.length];
        values = filled(2 * oldValues.length);
        size = 0;
        for (int i = 0; i < oldValues.length; i++) {
            if (oldValues[i] != EMPTY) {
                put(oldRows[i], oldParts[i], oldValues[i]);
            }
        }
    }
}
