package dev.rowan.api.plugin;

/// What a plugin declares about itself; the run records it, and undeclared behaviour is rejected.
public enum Capability {
    /// The same input always gives the same output.
    DETERMINISTIC,
    /// Sends requests to a service.
    CALLS_OUT,
    /// Every call may safely be sent again after a lost reply, like a safety check.
    SAFE_TO_REPEAT,
    /// Its calls may go through a provider's batch service, if there is one.
    BATCHES,
    /// May return several rows for one, each a token of its own.
    CREATES_TOKENS
}
