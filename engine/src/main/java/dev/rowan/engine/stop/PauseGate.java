package dev.rowan.engine.stop;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Blocks new rows while a run is paused; a stop lets them through.
///
/// Thread-safe. Waits under the lock of its [StopSignal], whose condition is signalled on a stop.
final class PauseGate {
    private final ReentrantLock lock;
    private final Condition changed;
    private final BooleanSupplier stopping;
    private volatile boolean closed;

    PauseGate(ReentrantLock lock, Condition changed, BooleanSupplier stopping) {
        this.lock = lock;
        this.changed = changed;
        this.stopping = stopping;
    }

    void close() {
        closed = true;
    }

    void open() {
        lock.lock();
        try {
            closed = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /// Waits until the gate is open or the run stops.
    void await() throws InterruptedException {
        if (!closed) {
            return;
        }
        lock.lockInterruptibly();
        try {
            while (closed && !stopping.getAsBoolean()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
