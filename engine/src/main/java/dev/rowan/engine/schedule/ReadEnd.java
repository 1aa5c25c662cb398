package dev.rowan.engine.schedule;

/// Where reading ended.
public enum ReadEnd {
    /// The source has no more rows.
    EXHAUSTED,
    /// The row limit is reached, and there are more rows.
    LIMIT,
    STOPPED
}
