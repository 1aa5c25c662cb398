package dev.rowan.engine.throttle;

import java.time.Duration;
import java.util.Optional;

/// A throttle that also keeps what the service asked for and what the user declared: it waits out a `Retry-After`, up
/// to a ceiling, and goes no faster than the declared requests and tokens a minute.
public final class BoundedThrottle implements Throttle {
    /// The longest wait that a service may ask for in one answer.
    public static final Duration CEILING = Duration.ofMinutes(10);

    private static final double MINUTE = 60e9;
    /// How far a late dispatch may be made up for by the next ones, in nanoseconds.
    private static final long SLACK = 5_000_000;

    private final Throttle law;
    private final Limits limits;
    private long heldUntil = Long.MIN_VALUE;
    private long freeAt = Long.MIN_VALUE;

    /// What the user declared to be the most in a minute.
    public record Limits(Optional<Long> requestsPerMinute, Optional<Long> tokensPerMinute) {
        public static final Limits NONE = new Limits(Optional.empty(), Optional.empty());

        public Limits {
            if (requestsPerMinute.orElse(1L) < 1 || tokensPerMinute.orElse(1L) < 1) {
                throw new IllegalArgumentException("a declared limit must be at least 1");
            }
        }

        /// The nanoseconds that one request takes up.
        private long share(Dispatch request) {
            double byRequests = requestsPerMinute.map(limit -> MINUTE / limit).orElse(0.0);
            double byTokens = tokensPerMinute
                    .map(limit -> MINUTE * request.tokens() / limit)
                    .orElse(0.0);
            return (long) Math.ceil(Math.max(byRequests, byTokens));
        }
    }

    public BoundedThrottle(Throttle law, Limits limits) {
        this.law = law;
        this.limits = limits;
    }

    @Override
    public long next(long tokens) {
        return Math.max(law.next(tokens), Math.max(heldUntil, freeAt));
    }

    @Override
    public void on(ThrottleEvent event) {
        law.on(event);
        switch (event) {
            case ThrottleEvent.Dispatched(Dispatch request) ->
                freeAt = Math.max(freeAt, request.at() - SLACK) + limits.share(request);
            case ThrottleEvent.Succeeded(var _, long at, RateAdvice advice) -> hold(at, advice);
            case ThrottleEvent.CapacityError(var _, long at, RateAdvice advice) -> hold(at, advice);
            case ThrottleEvent.Failed _ -> {}
        }
    }

    private void hold(long at, RateAdvice advice) {
        advice.wait(CEILING).ifPresent(wait -> heldUntil = Math.max(heldUntil, at + wait.toNanos()));
    }

    @Override
    public Duration delay() {
        return law.delay();
    }
}
