package dev.rowan.cli;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A clock that stands still until a test moves it or lets it run. Sleeping takes real time, or ends when the clock is
/// moved beyond it. Shared state, guarded by `lock`: the instant, and since when it runs.
final class SteppedTime implements Time {
    private final Time real = new SystemTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private Instant set = real.instant().truncatedTo(ChronoUnit.SECONDS);
    private long runsSince = Long.MAX_VALUE;

    void advance(Duration by) {
        lock.lock();
        try {
            set = set.plus(by);
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Lets the clock run from now on.
    void run() {
        lock.lock();
        try {
            runsSince = Math.min(runsSince, real.nanos());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Instant instant() {
        lock.lock();
        try {
            return runsSince == Long.MAX_VALUE ? set : set.plusNanos(real.nanos() - runsSince);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long nanos() {
        return real.nanos();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Instant end = instant().plus(duration);
            long left = duration.toNanos();
            while (left > 0 && instant().isBefore(end)) {
                left = moved.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
