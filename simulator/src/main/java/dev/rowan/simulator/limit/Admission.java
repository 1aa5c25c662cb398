package dev.rowan.simulator.limit;

import java.time.Duration;
import java.util.Optional;

/// The rate limiter's decision on a request, and the rate state for the reply's headers.
public sealed interface Admission {

    record Passed(Optional<RateState> state) implements Admission {}

    /// Rate-limited, by tokens or by requests. `retryAfter` is there if the reply is to state it.
    record Rejected(boolean byTokens, Optional<Duration> retryAfter, Optional<RateState> state) implements Admission {}
}
