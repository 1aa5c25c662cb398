package dev.rowan.engine.pool;

import java.time.Duration;

/// The result of a task, and its waits.
///
/// `submitIndex` and `completeIndex` count from 0 among the tasks of one batch, or among an executor's single
/// tasks.
public record PooledResult<R>(Outcome<R> outcome, int attempts, long submitIndex, long completeIndex, Waits waits) {

    public sealed interface Outcome<R> {
        record Done<R>(R value) implements Outcome<R> {}

        /// The service was out of capacity until the retry budget `limit` was exhausted.
        record RateLimited<R>(Duration elapsed, Duration limit, int lastStatus) implements Outcome<R> {}
    }

    /// The nanoseconds that a task spent, over all its attempts: while the pool was full, in the pacer or its
    /// backoff, waiting for a permit, and on the wire.
    public record Waits(long queueNanos, long pacerNanos, long permitNanos, long wireNanos) {}
}
