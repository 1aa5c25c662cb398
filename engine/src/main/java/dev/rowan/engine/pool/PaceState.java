package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.LimitShare;
import java.time.Duration;
import java.util.Optional;

/// The pace of a service at one moment, and why it is not faster.
///
/// `delay` is the current one between two requests, 0 if there is none; `since` is the age of the cause; `heldFor`
/// is how long the service still asks for no requests; `down` is present while it cannot be reached, `share` while
/// other
/// processes use the limit too.
public record PaceState(
        Duration delay,
        DeclaredLimits declared,
        Cause cause,
        Duration since,
        Duration heldFor,
        Optional<Down> down,
        Optional<LimitShare> share) {

    /// An outage: it started `lasted` ago, the next probe is due after `nextProbe`, and `why` is the last failure.
    public record Down(Duration lasted, Duration nextProbe, String why) {}

    /// The latest information about the service's limit.
    public enum Cause {
        /// Nothing was refused so far.
        NEVER_REFUSED,
        /// A request was rate-limited.
        REFUSED,
        /// A request was rate-limited with a `Retry-After`.
        ASKED_TO_WAIT
    }
}
