package dev.rowan.api;

/// How a token ended. Every token has exactly one, and the counts add up to the input.
public enum Outcome {
    COMPLETED,
    /// Stopped by a filter or a safety verdict; no failure of the run.
    BLOCKED,
    FAILED,
    /// The source record could not be read.
    QUARANTINED,
    /// Dropped on purpose: `on_error: discard`, or a transform that returned no row.
    DISCARDED,
    /// A paid call may or may not have happened and must not be repeated.
    INDETERMINATE;

    /// The word used in the landscape, in JSON and on the screen.
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
