package dev.rowan.engine.throttle;

import java.util.random.RandomGenerator;

/// The time of the next dispatch. After a late dispatch the next ones may catch up, within limits, and intervals
/// have jitter, so that clients do not synchronize. Owned by its throttle.
public final class DispatchTimer {
    private static final double SECOND = 1e9;
    /// How far later dispatches may catch up: one interval within these bounds; the maximum while no limit is known.
    private static final double MIN_SLACK = 0.005 * SECOND;

    private static final double MAX_SLACK = 0.05 * SECOND;
    private static final double JITTER = 0.05;

    private final RandomGenerator random;
    private double nextAt = Double.NEGATIVE_INFINITY;

    public DispatchTimer(RandomGenerator random) {
        this.random = random;
    }

    /// The earliest monotonic time of the next dispatch, in nanoseconds.
    public double nextAt() {
        return nextAt;
    }

    public void set(double at) {
        nextAt = at;
    }

    /// Whether a request at this time was dispatched about as early as possible.
    boolean isOnTime(long at, double interval) {
        return at - nextAt < 2 * MIN_SLACK + interval;
    }

    /// A request was dispatched; the next one may follow after `interval` nanoseconds.
    public void dispatched(long at, double interval, boolean unlimited) {
        double slack = unlimited ? MAX_SLACK : Math.clamp(interval, MIN_SLACK, MAX_SLACK);
        double jitter = 1 + JITTER * (2 * random.nextDouble() - 1);
        nextAt = Math.max(nextAt, at - slack) + interval * jitter;
    }
}
