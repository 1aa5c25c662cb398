package dev.rowan.engine.pool;

import java.util.concurrent.atomic.AtomicLong;

/// The time in which a pacer sends nothing, because the run is paused or the service is down. Any thread may ask for
/// it;
/// the rest is guarded by the pacer's lock.
final class Suspension {
    private final AtomicLong nanos = new AtomicLong();
    private volatile boolean paused;
    private volatile boolean down;
    private long pausedAt;
    private long suspendedAt;

    void pause(long now) {
        pausedAt = paused ? pausedAt : now;
        become(true, down, now);
    }

    /// Ends a pause and tells how long it was.
    long unpause(long now) {
        become(false, down, now);
        return now - pausedAt;
    }

    void down(boolean isDown, long now) {
        become(paused, isDown, now);
    }

    private void become(boolean isPaused, boolean isDown, long now) {
        boolean before = paused || down;
        boolean after = isPaused || isDown;
        if (after && !before) {
            suspendedAt = now;
        } else if (before && !after) {
            nanos.addAndGet(now - suspendedAt);
        }
        paused = isPaused;
        down = isDown;
    }

    boolean isPaused() {
        return paused;
    }

    boolean isDown() {
        return down;
    }

    /// In all so far; what lasts still counts when it ends.
    long nanos() {
        return nanos.get();
    }
}
