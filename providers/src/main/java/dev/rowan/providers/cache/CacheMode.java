package dev.rowan.providers.cache;

/// The option `cache`.
public enum CacheMode {
    /// Caches prefixes where the forecast saves.
    AUTO,
    /// Marks nothing, and turns off surcharges for writes.
    OFF,
    /// Caches prefixes for an hour.
    HOUR
}
