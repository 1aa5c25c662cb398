package dev.rowan.engine.pool;

import java.time.Duration;

/// The statistics of a pool. The delays are those of the pacer, which it may share with other pools; `throttleTime`
/// is the sum of its tasks' waits in the pacer.
public record PoolStatistics(
        int size,
        long capacityRetries,
        long successes,
        Duration peakDelay,
        Duration currentDelay,
        Duration throttleTime,
        int peakInFlight) {}
