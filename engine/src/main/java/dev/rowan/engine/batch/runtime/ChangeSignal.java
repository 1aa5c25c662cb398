package dev.rowan.engine.batch.runtime;

import dev.rowan.engine.batch.BatchDefect;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Signals changes to waiting threads, and keeps the first defect. Shared state, guarded by `lock`: the count
/// of changes and the defect.
final class ChangeSignal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long changes;
    private @Nullable Throwable defect;

    void signal() {
        lock.lock();
        try {
            changes++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void broke(Throwable thrown) {
        lock.lock();
        try {
            if (defect == null) {
                defect = thrown;
            } else if (!defect.equals(thrown)) {
                defect.addSuppressed(thrown);
            }
            changes++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isBroken() {
        lock.lock();
        try {
            return defect != null;
        } finally {
            lock.unlock();
        }
    }

    /// Throws the defect, if there is one.
    void check() {
        lock.lock();
        try {
            switch (defect) {
                case null -> {}
                case RuntimeException broken -> throw broken;
                case Error broken -> throw broken;
                default -> throw new BatchDefect(defect);
            }
        } finally {
            lock.unlock();
        }
    }

    long count() {
        lock.lock();
        try {
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until `done`, at most `limit`; the condition is checked after each change.
    boolean await(Duration limit, BooleanSupplier done) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.NANOSECONDS.convert(limit);
            while (!done.getAsBoolean() && left > 0) {
                left = changed.awaitNanos(left);
            }
            return done.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }
}
