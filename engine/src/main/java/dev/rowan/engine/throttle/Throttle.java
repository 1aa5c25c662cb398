package dev.rowan.engine.throttle;

import java.time.Duration;

/// Decides when the next request may be dispatched. It depends only on the events it receives, so hours can be
/// simulated in an instant. Owned by one thread or guarded by its owner's lock.
public interface Throttle {

    /// The earliest monotonic time, in nanoseconds, for a request of this many tokens; a past time means now. Only
    /// an event changes it.
    long next(long tokens);

    void on(ThrottleEvent event);

    /// The monotonic time, in nanoseconds, of the service's `Retry-After`; `Long.MIN_VALUE` if there was none.
    default long heldUntil() {
        return Long.MIN_VALUE;
    }

    /// Adds these bounds.
    void tighten(ThrottleBounds bounds);

    /// Replaces the declared limits; ignored by throttles without them.
    default void limit(DeclaredLimits limits) {}

    /// The current delay between two dispatches.
    Duration delay();
}
