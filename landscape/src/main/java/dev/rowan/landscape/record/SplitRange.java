package dev.rowan.landscape.record;

/// A split: a range of `rows` input rows from `firstRow` on. Splits of a run are numbered from 0.
public record SplitRange(int split, long firstRow, long rows) {

    public SplitRange {
        if (split < 0 || firstRow < 1 || rows < 0) {
            throw new IllegalArgumentException(
                    "a split must be a range of rows from 1 on, got " + rows + " rows from " + firstRow);
        }
    }
}
