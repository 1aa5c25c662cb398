package dev.rowan.engine.throttle;

import java.time.Duration;

/// The minimum and maximum delay between two dispatches.
public record DelayRange(Duration min, Duration max) {

    public DelayRange {
        if (min.isNegative() || max.isZero() || min.compareTo(max) > 0) {
            throw new IllegalArgumentException("need 0 <= min <= max and 0 < max, got " + min + " and " + max);
        }
    }

    /// Whether the delay is fixed.
    boolean isFixed() {
        return min.equals(max);
    }

    /// The intersection. If one's minimum exceeds the other's maximum, the minimum wins: too slow is safer than too
    /// fast.
    DelayRange tightened(DelayRange other) {
        Duration longer = min.compareTo(other.min) > 0 ? min : other.min;
        Duration shorter = max.compareTo(other.max) < 0 ? max : other.max;
        return new DelayRange(longer, shorter.compareTo(longer) < 0 ? longer : shorter);
    }
}
