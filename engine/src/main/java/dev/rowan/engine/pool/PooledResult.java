package dev.rowan.engine.pool;

import java.time.Duration;

/// What came of a task, and what it waited for.
///
/// `submitIndex` and `completeIndex` count from 0 among the tasks of one batch, or among an executor's single
/// tasks.
public record PooledResult<R>(Outcome<R> outcome, int attempts, long submitIndex, long completeIndex, Waits waits) {

    public sealed interface Outcome<R> {
        record Done<R>(R value) implements Outcome<R> {}

        /// The service had no room until the retry budget `limit` was spent.
        record RateLimited<R>(Duration elapsed, Duration limit, int lastStatus) implements Outcome<R> {}
    }

    /// The nanoseconds that a task spent, over all its attempts: while the pool was full, while the pacer or
    /// its own back-off held it, until it got a permit, and on the wire.
    public record Waits(long queueNanos, long pacerNanos, long permitNanos, long wireNanos) {}
}
