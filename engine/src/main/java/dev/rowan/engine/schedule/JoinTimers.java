package dev.rowan.engine.schedule;

import dev.rowan.api.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The timeouts of all open joins, on one thread.
///
/// Interrupts only wake that thread, by a new timer or at the end: [#close] ends it, however many interrupts it missed.
///
/// Shared state, guarded by `lock`: the timers, the thread that sleeps until the first of them, and whether they are
/// closed.
final class JoinTimers implements AutoCloseable {
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final TreeSet<Timer> timers =
            new TreeSet<>(Comparator.comparingLong(Timer::deadline).thenComparingLong(Timer::number));
    private long last;
    private @Nullable Thread sleeper;
    private boolean closed;

    JoinTimers(Time time) {
        this.time = time;
    }

    /// Runs `expiry` at `deadline`, in the nanoseconds of the clock, unless it is cancelled before.
    record Timer(long deadline, long number, Runnable expiry) {}

    Timer start(Duration left, Runnable expiry) {
        lock.lock();
        try {
            var timer = new Timer(time.nanos() + Math.max(0, left.toNanos()), ++last, expiry);
            timers.add(timer);
            added.signalAll();
            if (sleeper != null && timers.first().equals(timer)) {
                sleeper.interrupt();
            }
            return timer;
        } finally {
            lock.unlock();
        }
    }

    void cancel(Timer timer) {
        lock.lock();
        try {
            timers.remove(timer);
        } finally {
            lock.unlock();
        }
    }

    /// Runs on the thread of the timers, until they are closed.
    void run() {
        for (Optional<Timer> due = next(); due.isPresent(); due = next()) {
            due.get().expiry().run();
        }
    }

    /// No timer expires any more.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            added.signalAll();
            if (sleeper != null) {
                sleeper.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the next timer that is due; empty when they are closed.
    private Optional<Timer> next() {
        while (true) {
            Duration left;
            lock.lock();
            try {
                while (timers.isEmpty() && !closed) {
                    added.awaitUninterruptibly();
                }
                if (closed) {
                    return Optional.empty();
                }
                left = Duration.ofNanos(timers.first().deadline() - time.nanos());
                if (!left.isPositive()) {
                    return Optional.of(timers.removeFirst());
                }
                sleeper = Thread.currentThread();
            } finally {
                lock.unlock();
            }
            sleep(left);
        }
    }

    /// Sleeps until the first timer is due, another one comes before it, or they are closed.
    private void sleep(Duration left) {
        try {
            time.sleep(left);
        } catch (InterruptedException _) {
            // whoever woke it has changed what next() looks at
        } finally {
            awake();
        }
    }

    private void awake() {
        lock.lock();
        try {
            sleeper = null;
            Thread.interrupted(); // one that came too late to wake it
        } finally {
            lock.unlock();
        }
    }
}
