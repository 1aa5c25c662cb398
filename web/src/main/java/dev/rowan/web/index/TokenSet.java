package dev.rowan.web.index;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// A set of tokens, a bit each. Owned by one thread until it is complete, then read by any.
public final class TokenSet {
    private static final int BITS = 31;

    /// Rows by part and by the upper bits of their number.
    private final Map<Key, BitSet> rows = new HashMap<>();

    private record Key(int part, long upper) {}

    public void add(long row, int part) {
        rows.computeIfAbsent(new Key(part, row >>> BITS), _ -> new BitSet()).set(lower(row));
    }

    boolean contains(long row, int part) {
        BitSet found = rows.get(new Key(part, row >>> BITS));
        return found != null && found.get(lower(row));
    }

    private static int lower(long row) {
        return (int) (row & Integer.MAX_VALUE);
    }
}
