package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.Limits;
import java.time.Duration;

/// How fast a service is called at one moment, and why not faster.
///
/// `delay` is the present one between two requests, 0 when there is none; `since` is how long ago the cause came;
/// `heldFor` is how long the service still wants to be left alone.
public record PaceState(Duration delay, Limits declared, Cause cause, Duration since, Duration heldFor) {

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
