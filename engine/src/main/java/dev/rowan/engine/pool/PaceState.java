package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.util.Optional;

/// How fast a service is called at one moment, and why not faster.
///
/// `delay` is the present one between two requests, 0 when there is none; `since` is how long ago the cause came;
/// `heldFor` is how long the service still wants to be left alone; `down` is there while it cannot be reached.
public record PaceState(
        Duration delay, DeclaredLimits declared, Cause cause, Duration since, Duration heldFor, Optional<Down> down) {

    /// The pace of a service that can be reached.
    public PaceState(Duration delay, DeclaredLimits declared, Cause cause, Duration since, Duration heldFor) {
        this(delay, declared, cause, since, heldFor, Optional.empty());
    }

    /// An outage: it began `lasted` ago, the next probe is due after `nextProbe`, and `why` is what the last one met.
    public record Down(Duration lasted, Duration nextProbe, String why) {}

    /// What last told something about the service's limit.
    public enum Cause {
        /// Nothing was refused so far: the limit was not met yet.
        NEVER_REFUSED,
        /// The service had no room.
        REFUSED,
        /// The service had no room and said how long to stay away.
        ASKED_TO_WAIT
    }
}
