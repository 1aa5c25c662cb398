package dev.rowan.api.plugin;

/// What a plugin declares of itself; the run records it, and what is not declared is refused.
public enum Capability {
    /// The same input always gives the same output.
    DETERMINISTIC,
    /// Sends requests to a service.
    CALLS_OUT,
    /// Every call may be sent again after a lost reply without harm, as a safety check may.
    SAFE_TO_REPEAT,
    /// Its calls may go through a provider's batch service, as far as that has one.
    BATCHES,
    /// May return several rows for one, each a token of its own.
    CREATES_TOKENS
}
