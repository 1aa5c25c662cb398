package dev.rowan.simulator.limit;

import java.time.Duration;
import java.util.Optional;

/// What a key has left, as in rate headers.
public record RateState(Optional<Level> requests, Optional<Level> tokens) {

    /// One allowance: what a period allows, what is left, and the nanoseconds until all of it is back.
    public record Level(long limit, long remaining, long resetNanos) {

        public Duration reset() {
            return Duration.ofNanos(resetNanos);
        }
    }
}
