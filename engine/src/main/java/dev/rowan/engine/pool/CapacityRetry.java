package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.BoundedThrottle;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// When a row that the service had no room for is tried again, and when it is given up.
///
/// The row's own back-off doubles with each refusal up to `maxDelay` and is cut by up to half at random, so
/// that rows that were refused together do not come back together. The last attempt is made when `budget` ends. A row
/// whose refusal named a time (`Retry-After`, up to a ceiling) is not tried before it, even after the budget's end.
public record CapacityRetry(Duration budget, Duration maxDelay) {
    private static final long FIRST_DELAY = 250_000_000;
    private static final int MOST_DOUBLINGS = 30;

    /// What comes after a refusal.
    public sealed interface Step {
        /// Another attempt, ready at this monotonic time in nanoseconds.
        record Again(long readyAt) implements Step {}

        /// No other attempt: the budget is spent.
        record GiveUp(Duration elapsed) implements Step {}
    }

    /// The step after a refusal that named no time.
    public Step after(long firstAt, long now, int refusals, RandomGenerator random) {
        return after(firstAt, now, refusals, Optional.empty(), random);
    }

    /// The first attempt began at `firstAt`; this is refusal number `refusals`, at `now`.
    public Step after(long firstAt, long now, int refusals, Optional<Duration> retryAfter, RandomGenerator random) {
        long elapsed = now - firstAt;
        long limit = budget.toNanos();
        if (elapsed >= limit) {
            return new Step.GiveUp(Duration.ofNanos(elapsed));
        }
        long doubled = FIRST_DELAY << Math.min(refusals - 1, MOST_DOUBLINGS);
        long delay = Math.min(doubled, maxDelay.toNanos());
        long jittered = delay - (long) (random.nextDouble() * delay / 2);
        long own = Math.min(jittered, limit - elapsed);
        return new Step.Again(
                now + Math.max(own, retryAfter.map(CapacityRetry::capped).orElse(0L)));
    }

    private static long capped(Duration retryAfter) {
        return Math.min(retryAfter.toNanos(), BoundedThrottle.CEILING.toNanos());
    }
}
