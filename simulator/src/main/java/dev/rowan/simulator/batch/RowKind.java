package dev.rowan.simulator.batch;

/// What came of a row, in a word.
public enum RowKind {
    DONE,
    REFUSED,
    NOT_RUN
}
