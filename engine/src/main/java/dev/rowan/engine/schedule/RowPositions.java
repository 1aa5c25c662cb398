package dev.rowan.engine.schedule;

import java.util.Arrays;

/// Positions in the order of release by row number. Rows read consecutively share one entry: a new range starts
/// only where numbers are skipped.
///
/// Not thread-safe.
final class RowPositions {
    private long[] firstRows = new long[16];
    private long[] firstPositions = new long[16];
    private int ranges;

    /// Rows and positions are added in ascending order, positions without gaps.
    void add(long rowSeq, long position) {
        if (ranges > 0 && position - rowSeq == firstPositions[ranges - 1] - firstRows[ranges - 1]) {
            return;
        }
        if (ranges == firstRows.length) {
            firstRows = Arrays.copyOf(firstRows, ranges * 2);
            firstPositions = Arrays.copyOf(firstPositions, ranges * 2);
        }
        firstRows[ranges] = rowSeq;
        firstPositions[ranges] = position;
        ranges++;
    }

    long of(long rowSeq) {
        int found = Arrays.binarySearch(firstRows, 0, ranges, rowSeq);
        int range = found >= 0 ? found : -found - 2;
        if (range < 0) {
            throw new IllegalArgumentException("row " + rowSeq + " has no position");
        }
        return firstPositions[range] + rowSeq - firstRows[range];
    }

    int ranges() {
        return ranges;
    }
}
