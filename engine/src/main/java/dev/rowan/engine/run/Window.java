package dev.rowan.engine.run;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Bounds how many rows are on their way through the transforms at once.
///
/// Who waits for a place is woken when some are free, not for each: waking a thread costs more than most rows
/// do. Where only few become free, a place is found within a moment.
///
/// Shared state, guarded by `lock`: the rows inside, their peak, and whether the window is closed to new
/// ones.
public final class Window {
    private static final long MOMENT = Duration.ofMillis(10).toNanos();

    private final int limit;
    private final int low;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int inside;
    private int peak;
    private boolean closed;

    public Window(int limit) {
        this.limit = limit;
        this.low = limit - 1 - limit / 64;
    }

    /// Waits for a place and takes it; false when the window is closed instead.
    public boolean enter() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && inside == limit) {
                changed.awaitNanos(MOMENT);
            }
            if (closed) {
                return false;
            }
            inside++;
            peak = Math.max(peak, inside);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Gives a place back.
    public void leave() {
        lock.lock();
        try {
            if (inside == 0) {
                throw new IllegalStateException("more rows left the window than entered it");
            }
            inside--;
            if (inside == low || inside == 0) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Lets no more rows in; those inside go on.
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until no row is inside; false when the wait ended first.
    public boolean awaitEmpty(Duration wait) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = wait.toNanos();
            while (inside > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
            return inside == 0;
        } finally {
            lock.unlock();
        }
    }

    int limit() {
        return limit;
    }

    public int inside() {
        lock.lock();
        try {
            return inside;
        } finally {
            lock.unlock();
        }
    }

    public int peak() {
        lock.lock();
        try {
            return peak;
        } finally {
            lock.unlock();
        }
    }
}
