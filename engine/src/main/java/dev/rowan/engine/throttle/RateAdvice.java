package dev.rowan.engine.throttle;

import java.time.Duration;
import java.util.Optional;

/// What an answer says about the service's limits; all of it may be absent. Read from headers by [RateHeaders].
///
/// `retryAfter` is the wait that a refusal asks for. `requests` and `tokens` are the two limits that services count.
public record RateAdvice(Optional<Duration> retryAfter, Optional<Quota> requests, Optional<Quota> tokens) {

    public static final RateAdvice NONE = new RateAdvice(Optional.empty(), Optional.empty(), Optional.empty());

    /// A limit, what is left of it, and the time until it is whole again.
    public record Quota(Optional<Long> limit, Optional<Long> remaining, Optional<Duration> reset) {

        /// When nothing is left: the time until something is, which is the reset shared among what the limit counts.
        Optional<Duration> untilOneIsLeft() {
            long share = limit.filter(counted -> counted > 0).orElse(1L);
            return remaining.filter(left -> left <= 0).flatMap(_ -> reset).map(time -> time.dividedBy(share));
        }
    }

    public static RateAdvice retryAfter(Duration wait) {
        return new RateAdvice(Optional.of(wait), Optional.empty(), Optional.empty());
    }

    /// How long to stay away, at most `ceiling`: what the service asked for, or else until something is left of a limit
    /// that has nothing left.
    public Optional<Duration> wait(Duration ceiling) {
        return retryAfter
                .or(() -> requests.flatMap(Quota::untilOneIsLeft))
                .or(() -> tokens.flatMap(Quota::untilOneIsLeft))
                .map(asked -> asked.compareTo(ceiling) > 0 ? ceiling : asked);
    }
}
