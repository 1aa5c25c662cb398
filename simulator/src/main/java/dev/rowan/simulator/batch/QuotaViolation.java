package dev.rowan.simulator.batch;

/// What a new job would have too many of.
public enum QuotaViolation {
    /// Jobs made in an hour.
    CREATES,
    /// Jobs that have not ended.
    JOBS,
    /// Rows in jobs that have not ended.
    REQUESTS,
    /// Prompt tokens in jobs that have not ended.
    TOKENS
}
