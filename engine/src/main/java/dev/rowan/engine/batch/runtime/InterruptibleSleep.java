package dev.rowan.engine.batch.runtime;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A sleep that another thread can interrupt, without disturbing the job while it is awake. Shared state,
/// guarded by `lock`: the sleeping thread, and whether sleeping is disabled.
final class InterruptibleSleep {
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread sleeper;
    private boolean over;
    private boolean woken;

    InterruptibleSleep(Time time) {
        this.time = time;
    }

    /// A wait that can be interrupted.
    @FunctionalInterface
    interface Wait {
        void run() throws InterruptedException;
    }

    /// The sleep was interrupted because something changed.
    static final class Woken extends InterruptedException {
        private static final long serialVersionUID = 1L;
    }

    void until(Instant instant) throws InterruptedException {
        Duration left = Duration.between(time.instant(), instant);
        if (left.isPositive()) {
            during(() -> time.sleep(left));
        }
    }

    /// Waits for something other than time.
    void during(Wait wait) throws InterruptedException {
        start();
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

    private void start() throws InterruptedException {
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

    /// An interrupt that arrived after the sleep must not reach the next step.
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

    /// Interrupts the current sleep, or the next one, once.
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

    /// Interrupts the current sleep and disables further ones.
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
