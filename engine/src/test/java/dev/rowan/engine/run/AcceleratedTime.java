package dev.rowan.engine.run;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;

/// The machine's clock, but faster, five times as fast unless told: for tests of what takes seconds of real time.
/// [#slowDown] ends that, so that a busy machine does not use up the time limits of what comes after.
///
/// Shared state, guarded by its monitor: the speed.
final class AcceleratedTime implements Time {
    private final Time real = new SystemTime();
    private final Instant start = real.instant();
    private Speed speed;

    /// So many times as fast as the machine's clock, from the moment when that showed `real` and this one `shown`.
    private record Speed(int factor, long real, long shown) {
        long shownAt(long nanos) {
            return shown + (nanos - real) * factor;
        }
    }

    AcceleratedTime() {
        this(5);
    }

    AcceleratedTime(int factor) {
        this.speed = new Speed(factor, real.nanos(), 0);
    }

    /// Goes on at the speed of the machine's clock.
    synchronized void slowDown() {
        long now = real.nanos();
        speed = new Speed(1, now, speed.shownAt(now));
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos());
    }

    @Override
    public synchronized long nanos() {
        return speed.shownAt(real.nanos());
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        real.sleep(duration.dividedBy(factor()));
    }

    private synchronized int factor() {
        return speed.factor;
    }
}
