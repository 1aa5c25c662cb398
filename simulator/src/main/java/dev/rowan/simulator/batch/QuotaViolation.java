package dev.rowan.simulator.batch;

/// The quota that a new job would exceed.
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
