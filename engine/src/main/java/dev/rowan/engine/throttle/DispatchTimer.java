package dev.rowan.engine.throttle;

import java.util.random.RandomGenerator;

/// When the next request may go. A request that left late lets the next ones follow sooner, within limits, and
/// intervals vary a little, so that clients of one service do not keep step. Owned by its throttle.
final class DispatchTimer {
    private static final double SECOND = 1e9;
    /// How far a late dispatch may be made up for by the next ones: one interval, within these; the most while no
    /// limit is known.
    private static final double MIN_SLACK = 0.005 * SECOND;

    private static final double MAX_SLACK = 0.05 * SECOND;
    private static final double JITTER = 0.05;

    private final RandomGenerator random;
    private double nextAt = Double.NEGATIVE_INFINITY;

    DispatchTimer(RandomGenerator random) {
        this.random = random;
    }

    double nextAt() {
        return nextAt;
    }

    void set(double at) {
        nextAt = at;
    }

    /// Whether a request at this time left about as soon as it could.
    boolean isOnTime(long at, double interval) {
        return at - nextAt < 2 * MIN_SLACK + interval;
    }

    void dispatched(long at, double interval, boolean unlimited) {
        double slack = unlimited ? MAX_SLACK : Math.clamp(interval, MIN_SLACK, MAX_SLACK);
        double jitter = 1 + JITTER * (2 * random.nextDouble() - 1);
        nextAt = Math.max(nextAt, at - slack) + interval * jitter;
    }
}
