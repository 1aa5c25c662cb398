package dev.rowan.simulator.limit;

import java.time.Duration;
import java.util.Optional;

/// The remaining limits of a key, as in rate headers.
public record RateState(Optional<Level> requests, Optional<Level> tokens) {

    /// One limit: the amount per period, the remaining amount, and the nanoseconds until it is full.
    public record Level(long limit, long remaining, long resetNanos) {

        public Duration reset() {
            return Duration.ofNanos(resetNanos);
        }
    }
}
