package dev.rowan.engine.batch.runtime;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The sleep of a job's thread, which another thread can end without disturbing what the job does when it is
/// awake. Shared state, guarded by `lock`: who sleeps, and whether nobody may any more.
final class InterruptibleSleep {
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread sleeper;
    private boolean over;
    private boolean woken;

    InterruptibleSleep(Time time) {
        this.time = time;
    }

    /// A wait that can be cut short.
    @FunctionalInterface
    interface Wait {
        void run() throws InterruptedException;
    }

    /// The sleep was ended because there is something new to look at.
    static final class Woken extends InterruptedException {
        private static final long serialVersionUID = 1L;
    }

    void until(Instant instant) throws InterruptedException {
        Duration left = Duration.between(time.instant(), instant);
        if (left.isPositive()) {
            during(() -> time.sleep(left));
        }
    }

    /// Waits for something else than time.
    void during(Wait wait) throws InterruptedException {
        begin();
        try {
            wait.run();
        } catch (InterruptedException cut) {
            end();
            throw isWoken() ? new Woken() : cut;
        }
        end();
    }

    private boolean isWoken() {
        lock.lock();
        try {
            boolean was = woken;
            woken = false;
            return was;
        } finally {
            lock.unlock();
        }
    }

    private void begin() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (over) {
                throw new InterruptedException("the work on batch jobs is over");
            }
            if (woken) {
                woken = false;
                throw new Woken();
            }
            sleeper = Thread.currentThread();
        } finally {
            lock.unlock();
        }
    }

    /// An interrupt that came when the sleep was over already must not reach what comes next.
    private void end() throws InterruptedException {
        lock.lock();
        try {
            sleeper = null;
            if (over) {
                Thread.interrupted();
                throw new InterruptedException("the work on batch jobs is over");
            }
            if (woken) {
                Thread.interrupted();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Wakes who sleeps, or who will next, once: there is something new to look at.
    void wake() {
        lock.lock();
        try {
            woken = true;
            if (sleeper != null) {
                sleeper.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Wakes who sleeps, and lets nobody sleep any more.
    void finish() {
        lock.lock();
        try {
            over = true;
            if (sleeper != null) {
                sleeper.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }
}
