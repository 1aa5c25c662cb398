package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// A clock that only a test advances, and on which threads park.
///
/// Shared state, guarded by `lock`: the time, and the parked threads with their wake-up times.
final class SteppedTime implements Time, ThreadParker {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Thread, Long> parked = new HashMap<>();
    private Duration wallJump = Duration.ZERO;
    private long nanos;
    private long parks;

    @Override
    public long nanos() {
        lock.lock();
        try {
            return nanos;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos()).plus(wallJump);
    }

    @Override
    public void sleep(Duration duration) {
        throw new IllegalStateException("nothing sleeps in the pacer");
    }

    @Override
    public void parkUntil(long until) {
        lock.lock();
        try {
            if (until <= nanos) {
                return;
            }
            parks++;
            parked.put(Thread.currentThread(), until);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        LockSupport.park();
        lock.lock();
        try {
            parked.remove(Thread.currentThread());
        } finally {
            lock.unlock();
        }
    }

    /// Advances the clock and wakes the threads that are due.
    void advance(Duration duration) {
        lock.lock();
        try {
            nanos += duration.toNanos();
            var woken = parked.entrySet().stream()
                    .filter(entry -> entry.getValue() <= nanos)
                    .map(Map.Entry::getKey)
                    .toList();
            woken.forEach(parked::remove);
            woken.forEach(LockSupport::unpark);
        } finally {
            lock.unlock();
        }
    }

    /// Sets the wall clock, which must not matter.
    void jump(Duration duration) {
        wallJump = duration;
    }

    /// Waits until this many threads are parked.
    void awaitParked(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (parked.size() < count) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /// The wake-up times of parked threads, including [ThreadParker#NEVER].
    Map<Thread, Long> parked() {
        lock.lock();
        try {
            return Map.copyOf(parked);
        } finally {
            lock.unlock();
        }
    }

    /// Whether a thread is parked until a finite time.
    boolean isAwaited() {
        return parked().values().stream().anyMatch(until -> until != NEVER);
    }

    /// How often a thread was parked.
    long parks() {
        lock.lock();
        try {
            return parks;
        } finally {
            lock.unlock();
        }
    }
}
