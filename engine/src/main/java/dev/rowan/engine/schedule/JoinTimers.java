package dev.rowan.engine.schedule;

import dev.rowan.api.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The timeouts of all open joins, on one thread.
///
/// Shared state, guarded by `lock`: the timers, the thread that sleeps until the first of them, and whether another
/// one came before it meanwhile.
final class JoinTimers {
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final TreeSet<Timer> timers =
            new TreeSet<>(Comparator.comparingLong(Timer::deadline).thenComparingLong(Timer::number));
    private long last;
    private @Nullable Thread sleeper;
    private boolean woken;

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
                woken = true;
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

    /// Runs on the thread of the timers, until it is interrupted.
    void run() {
        try {
            while (true) {
                next().expiry().run();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for the next timer that is due.
    private Timer next() throws InterruptedException {
        while (true) {
            Duration left;
            lock.lockInterruptibly();
            try {
                while (timers.isEmpty()) {
                    added.await();
                }
                left = Duration.ofNanos(timers.first().deadline() - time.nanos());
                if (!left.isPositive()) {
                    return timers.removeFirst();
                }
                sleeper = Thread.currentThread();
            } finally {
                lock.unlock();
            }
            sleep(left);
        }
    }

    /// Sleeps until the first timer is due, or another one comes before it.
    private void sleep(Duration left) throws InterruptedException {
        boolean interrupted = false;
        try {
            time.sleep(left);
        } catch (InterruptedException _) {
            interrupted = true;
        }
        lock.lock();
        try {
            sleeper = null;
            if (woken) {
                Thread.interrupted();
                interrupted = false;
            }
            woken = false;
        } finally {
            lock.unlock();
        }
        if (interrupted) {
            throw new InterruptedException();
        }
    }
}
