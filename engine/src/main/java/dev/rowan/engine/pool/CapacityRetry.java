package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.BoundedThrottle;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// When a rate-limited row is retried, and when it is given up.
///
/// The row's backoff doubles with each rate-limited attempt up to `maxDelay` and is reduced by up to half at random, so
/// that
/// rows rate-limited together do not return together. The last attempt is made when `budget` ends; if the pacer does
/// not
/// admit it within [#GRACE], it is not made. A row with a `Retry-After`, up to a ceiling, is not retried before
/// that time, and given up at the end of the budget if that comes first.
public record CapacityRetry(Duration budget, Duration maxDelay) {
    private static final long FIRST_DELAY = 250_000_000;
    private static final int MAX_DOUBLINGS = 30;

    /// How long after the end of the budget the last attempt may still be admitted.
    static final Duration GRACE = Duration.ofMillis(500);

    /// What follows a rate-limited attempt.
    public sealed interface Step {
        /// Another attempt, ready at `readyAt` and not made unless admitted by `expiresAt`, both monotonic times in
        /// nanoseconds.
        record Again(long readyAt, long expiresAt) implements Step {}

        /// No other attempt: the budget is exhausted.
        record GiveUp(Duration elapsed) implements Step {}
    }

    /// The step after a rate-limited attempt without `Retry-After`.
    public Step after(long firstAt, long now, int rateLimits, RandomGenerator random) {
        return after(firstAt, now, rateLimits, Optional.empty(), random);
    }

    /// The first attempt started at `firstAt`; it was rate-limited `rateLimits` times, last at `now`.
    public Step after(long firstAt, long now, int rateLimits, Optional<Duration> retryAfter, RandomGenerator random) {
        long elapsed = now - firstAt;
        long limit = budget.toNanos();
        if (elapsed >= limit) {
            return new Step.GiveUp(Duration.ofNanos(elapsed));
        }
        long doubled = FIRST_DELAY << Math.min(rateLimits - 1, MAX_DOUBLINGS);
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
