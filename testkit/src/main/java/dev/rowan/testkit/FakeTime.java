package dev.rowan.testkit;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A clock that stands still until a test moves it. Sleepers wake when their time has come.
///
/// Shared state, guarded by `lock`: the elapsed time, and the number of sleepers.
public final class FakeTime implements Time {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Duration passed = Duration.ZERO;
    private int sleepers;

    @Override
    public Instant instant() {
        return START.plus(passed());
    }

    @Override
    public long nanos() {
        return passed().toNanos();
    }

    /// The elapsed time since the clock was created.
    public Duration passed() {
        lock.lock();
        try {
            return passed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Duration wake = passed.plus(duration);
            sleepers++;
            changed.signalAll();
            try {
                while (passed.compareTo(wake) < 0) {
                    changed.await();
                }
            } finally {
                sleepers--;
            }
        } finally {
            lock.unlock();
        }
    }

    /// Advances the clock and wakes the sleepers that are due.
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("time only moves on, got " + duration);
        }
        lock.lock();
        try {
            passed = passed.plus(duration);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until at least `count` threads sleep on this clock.
    public void awaitSleepers(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (sleepers < count) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
