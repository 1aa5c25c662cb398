package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.BoundedThrottle;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// When a row that the service had no room for is tried again, and when it is given up.
///
/// The row's own back-off doubles with each refusal up to `maxDelay` and is cut by up to half at random, so
/// that rows that were refused together do not come back together. The last attempt is made when `budget` ends; when
/// the
/// pacer does not let it in within [#GRACE], it is not made. A row whose refusal named a time (`Retry-After`, up to a
/// ceiling) is not tried before it, and given up at the budget's end if that comes first.
public record CapacityRetry(Duration budget, Duration maxDelay) {
    private static final long FIRST_DELAY = 250_000_000;
    private static final int MOST_DOUBLINGS = 30;

    /// How long after the budget's end the last attempt may still be let in.
    static final Duration GRACE = Duration.ofMillis(500);

    /// What comes after a refusal.
    public sealed interface Step {
        /// Another attempt, ready at `readyAt` and not made unless it is let in by `expiresAt`, both monotonic times
        /// in nanoseconds.
        record Again(long readyAt, long expiresAt) implements Step {}

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
        long readyAt = now + Math.max(own, retryAfter.map(CapacityRetry::capped).orElse(0L));
        long end = firstAt + limit;
        return new Step.Again(readyAt, readyAt > end ? end : end + GRACE.toNanos());
    }

    private static long capped(Duration retryAfter) {
        return Math.min(retryAfter.toNanos(), BoundedThrottle.CEILING.toNanos());
    }
}
