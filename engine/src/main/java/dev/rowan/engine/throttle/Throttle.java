package dev.rowan.engine.throttle;

import java.time.Duration;
import java.util.Optional;

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

    /// The rate at which requests may be dispatched by several processes from `now` to `until`, as far as is known
    /// now.
    default PermittedRate permitted(long now, long until) {
        return next(0) >= until ? PermittedRate.NOTHING : PermittedRate.requests(1e9 / delay().toNanos());
    }

    /// This process's share of a limit that others use too; empty if it is alone.
    default Optional<LimitShare> share() {
        return Optional.empty();
    }

    /// The number of congestion epochs so far: a refusal begins one, unless its request was sent before the last began.
    default long epochs() {
        return 0;
    }

    /// Counts all requests dispatched so far as sent before the last epoch began, since other processes did not know of
    /// it yet.
    default void extendEpoch() {}

    /// The limit as found so far; empty if there is none.
    default Optional<RateEstimate> estimate() {
        return Optional.empty();
    }

    /// Starts the search at a limit that another process has found, at a monotonic time in nanoseconds; only before
    /// the first event. Ignored by throttles that do not search.
    default void startAt(RateEstimate estimate, long at) {}
}
