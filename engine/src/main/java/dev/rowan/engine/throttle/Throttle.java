package dev.rowan.engine.throttle;

import java.time.Duration;

/// Decides when the next request may go. What it decides depends on the events it was told and on nothing
/// else, so that hours can be simulated in a moment. Owned by one thread, or by the lock of the one who
/// shares it.
public interface Throttle {

    /// The earliest monotonic time, in nanoseconds, for a request of so many tokens; a time that has passed
    /// means now. Only an event changes it.
    long next(long tokens);

    void on(ThrottleEvent event);

    /// The monotonic time, in nanoseconds, before which the service wants no request at all; `Long.MIN_VALUE` when
    /// it never asked for that.
    default long heldUntil() {
        return Long.MIN_VALUE;
    }

    /// Keeps to these bounds too.
    void tighten(ThrottleBounds bounds);

    /// Keeps to these declared limits instead of those before. A law that knows of none has nothing to do.
    default void limit(DeclaredLimits limits) {}

    /// The present delay between two dispatches.
    Duration delay();
}
