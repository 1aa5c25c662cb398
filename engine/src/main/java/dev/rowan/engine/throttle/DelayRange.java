package dev.rowan.engine.throttle;

import java.time.Duration;

/// The shortest and the longest delay between two dispatches.
public record DelayRange(Duration min, Duration max) {

    public DelayRange {
        if (min.isNegative() || max.isZero() || min.compareTo(max) > 0) {
            throw new IllegalArgumentException("need 0 <= min <= max and 0 < max, got " + min + " and " + max);
        }
    }

    /// Whether there is one delay and no other.
    boolean isFixed() {
        return min.equals(max);
    }

    /// The pace that keeps to both. Where one's shortest delay is longer than the other's longest, the shortest
    /// is kept: to go too slowly harms less than to go too fast.
    DelayRange tightened(DelayRange other) {
        Duration longer = min.compareTo(other.min) > 0 ? min : other.min;
        Duration shorter = max.compareTo(other.max) < 0 ? max : other.max;
        return new DelayRange(longer, shorter.compareTo(longer) < 0 ? longer : shorter);
    }
}
