package dev.rowan.web.index;

import java.time.Duration;

/// The pause before the index of a running run is refreshed: a multiple of the time that the last refresh took, at
/// least a second, so that viewers cost the run little.
record RefreshInterval(long until) {
    /// Nothing was read yet.
    static final RefreshInterval NONE = new RefreshInterval(Long.MIN_VALUE);

    private static final long TIMES = 50;
    private static final Duration MIN = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofSeconds(60);

    /// After reading from `began` to `ended`, in nanoseconds.
    static RefreshInterval after(long began, long ended) {
        long rest = Math.clamp(TIMES * (ended - began), MIN.toNanos(), MAX.toNanos());
        return new RefreshInterval(ended + rest);
    }

    boolean isOver(long now) {
        return equals(NONE) || now - until >= 0;
    }
}
