package dev.rowan.landscape.record;

import java.util.OptionalInt;

/// The numbers of rows by where they come from: rows of sources count from 1, the rows that an aggregate derives
/// from (node + 1) * 2^40.
public final class RowOrigin {
    /// The status of a derived row.
    public static final String DERIVED = "derived";

    private static final int BITS = 40;

    private RowOrigin() {}

    /// The first number of the rows of an aggregate.
    public static long first(int node) {
        return (node + 1L) << BITS;
    }

    /// What rows of one origin have in common: 0 for those of sources.
    public static int of(long rowSeq) {
        return (int) (rowSeq >>> BITS);
    }

    public static boolean isDerived(long rowSeq) {
        return of(rowSeq) > 0;
    }

    /// The aggregate that made the row, if one did.
    public static OptionalInt aggregate(long rowSeq) {
        return isDerived(rowSeq) ? OptionalInt.of(of(rowSeq) - 1) : OptionalInt.empty();
    }
}
