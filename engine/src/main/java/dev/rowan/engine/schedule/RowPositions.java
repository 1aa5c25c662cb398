package dev.rowan.engine.schedule;

import java.util.Arrays;

/// The places of rows in the order of leaving, found by their numbers. Rows that were read one after the
/// other take no memory of their own: only where numbers are left out does a new range begin.
///
/// Not safe for several threads.
final class RowPositions {
    private long[] firstRows = new long[16];
    private long[] firstPlaces = new long[16];
    private int ranges;

    /// Rows and their places both come in rising order, places without gaps.
    void add(long rowSeq, long place) {
        if (ranges > 0 && place - rowSeq == firstPlaces[ranges - 1] - firstRows[ranges - 1]) {
            return;
        }
        if (ranges == firstRows.length) {
            firstRows = Arrays.copyOf(firstRows, ranges * 2);
            firstPlaces = Arrays.copyOf(firstPlaces, ranges * 2);
        }
        firstRows[ranges] = rowSeq;
        firstPlaces[ranges] = place;
        ranges++;
    }

    long of(long rowSeq) {
        int found = Arrays.binarySearch(firstRows, 0, ranges, rowSeq);
        int range = found >= 0 ? found : -found - 2;
        if (range < 0) {
            throw new IllegalArgumentException("row " + rowSeq + " has no place");
        }
        return firstPlaces[range] + rowSeq - firstRows[range];
    }

    int ranges() {
        return ranges;
    }
}
