package dev.rowan.engine.pool;

/// The time in which a pacer sends nothing, because the run is paused or the service is down. Any thread may ask
/// whether it is suspended; the rest is guarded by the pacer's lock.
final class Suspension {
    private long nanos;
    private volatile boolean paused;
    private volatile boolean down;
    private long pausedAt;
    private long suspendedAt;

    void pause(long now) {
        pausedAt = paused ? pausedAt : now;
        become(true, down, now);
    }

    /// Ends a pause and returns its duration.
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
            nanos += now - suspendedAt;
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

    /// The total until `now`, including a current suspension.
    long nanos(long now) {
        return paused || down ? nanos + now - suspendedAt : nanos;
    }
}
