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
    private long lastOffset;

    /// Positions are added in ascending order without gaps, and rows of a range in ascending order: a worker may get an
    /// earlier split after a later one.
    void add(long rowSeq, long position) {
        if (ranges > 0 && position - rowSeq == lastOffset) {
            return;
        }
        lastOffset = position - rowSeq;
        if (ranges == firstRows.length) {
            firstRows = Arrays.copyOf(firstRows, ranges * 2);
            firstPositions = Arrays.copyOf(firstPositions, ranges * 2);
        }
        int at = ranges;
        if (ranges > 0 && rowSeq < firstRows[ranges - 1]) {
            at = -Arrays.binarySearch(firstRows, 0, ranges, rowSeq) - 1;
            System.arraycopy(firstRows, at, firstRows, at + 1, ranges - at);
            System.arraycopy(firstPositions, at, firstPositions, at + 1, ranges - at);
        }
        firstRows[at] = rowSeq;
        firstPositions[at] = position;
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
