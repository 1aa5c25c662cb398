package dev.rowan.simulator.batch;

/// The kind of a row's result.
public enum RowKind {
    DONE,
    REFUSED,
    NOT_RUN
}
