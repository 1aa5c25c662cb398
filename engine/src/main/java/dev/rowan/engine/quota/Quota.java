package dev.rowan.engine.quota;

import dev.rowan.engine.throttle.LimitUnit;
import java.util.OptionalInt;

/// What a member may dispatch, for a second after it sent the report `answers`.
///
/// `number` counts the quotas of a leader. `perSecond` is infinite without a limit. `inFlight` bounds the requests in
/// flight, if the service limits them. `probe`, if not 0, permits one request that counts as the probe of that number.
/// Nothing is sent for `heldMillis`,
/// as the service asks, and for `pauseNanos` after a cut. `members` processes share the limit; this one has `share` of
/// it.
public record Quota(
        long number,
        long answers,
        double perSecond,
        LimitUnit unit,
        OptionalInt inFlight,
        long probe,
        long heldMillis,
        long pauseNanos,
        int members,
        double share) {
    /// No request at all.
    public static final Quota NONE = new Quota(0, 0, 0, LimitUnit.REQUESTS, OptionalInt.empty(), 0, 0, 0, 0, 0);

    /// The nanoseconds that a request of so many tokens takes; 0 without a limit.
    double interval(long tokens) {
        return 1e9 * unit.weight(tokens) / perSecond;
    }
}
