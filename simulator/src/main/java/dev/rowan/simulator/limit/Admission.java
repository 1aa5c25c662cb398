package dev.rowan.simulator.limit;

import java.time.Duration;
import java.util.Optional;

/// Whether a request may pass its key's limits, and what replies may tell about them.
public sealed interface Admission {

    /// The state that rate headers tell; empty when there is no limit or headers are off.
    Optional<RateState> state();

    record Passed(Optional<RateState> state) implements Admission {}

    /// Too much: `byTokens` tells which limit, `retryAfter` when to come back, when the reply is to say so.
    record Rejected(boolean byTokens, Optional<Duration> retryAfter, Optional<RateState> state) implements Admission {}
}
