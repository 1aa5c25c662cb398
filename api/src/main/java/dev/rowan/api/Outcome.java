package dev.rowan.api;

/// The terminal state of a token. Every token has exactly one, and the counts add up to the input.
public enum Outcome {
    COMPLETED,
    /// Stopped by a filter or a safety verdict; not a failure of the run.
    BLOCKED,
    FAILED,
    /// The source record could not be read.
    QUARANTINED,
    /// Dropped on purpose: `on_error: discard`, or a transform that returned no row.
    DISCARDED,
    /// A paid call may have been executed and must not be repeated.
    INDETERMINATE,
    /// Went on as the branches of a fork that no join closes; neither good nor bad.
    SPLIT,
    /// Arrived at a join that fired, and continues in the joined row; neither good nor bad.
    MERGED;

    /// The code used in the landscape, in JSON and on the screen.
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
