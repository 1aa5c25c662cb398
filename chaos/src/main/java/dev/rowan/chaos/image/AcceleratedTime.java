package dev.rowan.chaos.image;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A clock that stands still while threads work, and jumps to the next wake-up time when no thread has started or
/// ended a sleep for a moment: a wait of hours takes less than a millisecond, and sleepers still wake in order.
///
/// Shared state, guarded by `lock`: the elapsed time, the sleepers with their wake-up times, and the number of
/// changes.
public final class AcceleratedTime implements Time {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final Duration MOMENT = Duration.ofNanos(400_000);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Long> sleepers = new PriorityQueue<>();
    private final Duration idle;
    private long passed;
    private long changes;

    public AcceleratedTime() {
        this(MOMENT);
    }

    /// A clock that jumps after so much idle time, in real time: longer than threads of a busy machine wait for a
    /// processor, if a run must not miss a deadline because of that.
    public AcceleratedTime(Duration idle) {
        this(idle, 0);
    }

    private AcceleratedTime(Duration idle, long passed) {
        this.idle = idle;
        this.passed = passed;
    }

    /// A clock for a copy of a run that uses `time`, ahead by `later`: a separate one if `time` is accelerated.
    public static Time copyOf(Time time, Duration later) {
        return time instanceof AcceleratedTime clock
                ? new AcceleratedTime(clock.idle, clock.nanos() + later.toNanos())
                : time;
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos());
    }

    @Override
    public long nanos() {
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
            long wake = passed + Math.max(0, duration.toNanos());
            sleepers.add(wake);
            changes++;
            try {
                while (passed < wake) {
                    long seen = changes;
                    boolean isFirst = sleepers.element() == wake;
                    if (!isFirst) {
                        changed.await();
                    } else if (changed.awaitNanos(idle.toNanos()) <= 0 && seen == changes) {
                        passTo(wake);
                    }
                }
            } finally {
                sleepers.remove(wake);
                changes++;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Whether nothing has happened for a moment and no other sleeper wakes earlier.
    private void passTo(long wake) {
        passed = Math.max(passed, wake);
        changes++;
        changed.signalAll();
    }
}
