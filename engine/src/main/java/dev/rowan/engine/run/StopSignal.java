package dev.rowan.engine.run;

import dev.rowan.engine.transform.BackOff;
import dev.rowan.engine.transform.RowAbandoned;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Tells a run to stop, and why. The first request lets rows on their way arrive; a request at once does not.
///
/// Any thread may ask. Shared state, written under `lock`: the cause, the urgency, and whether the run is over. Cause
/// and
/// urgency are read without it, since every row asks for them.
public final class StopSignal implements BackOff {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable Cause cause;
    private volatile boolean atOnce;
    private boolean finished;
    private Runnable whenUrgent = () -> {};

    /// Why a run stops before its source ends.
    public sealed interface Cause {

        /// A person or the system asked for it.
        record Interrupted(String by) implements Cause {}

        /// A limit that was set: rows or time.
        record Limit(String what) implements Cause {}

        /// Something broke.
        record Failure(Throwable defect) implements Cause {}
    }

    /// Asks for a stop. The first cause stays; a second request of any kind makes it a stop at once.
    public void request(Cause why) {
        Runnable urgent = () -> {};
        lock.lock();
        try {
            atOnce |= cause != null || why instanceof Cause.Failure;
            if (cause == null) {
                cause = why;
            } else if (cause instanceof Cause.Failure(var first) && why instanceof Cause.Failure(var next)) {
                suppress(first, next);
            }
            urgent = atOnce ? whenUrgent : urgent;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        urgent.run();
    }

    /// What to do when a stop at once is asked for; done by the thread that asks.
    void whenUrgent(Runnable action) {
        lock.lock();
        try {
            whenUrgent = action;
        } finally {
            lock.unlock();
        }
    }

    private static void suppress(Throwable first, Throwable next) {
        if (!first.equals(next) && first.getSuppressed().length < 10) {
            first.addSuppressed(next);
        }
    }

    public Optional<Cause> cause() {
        return Optional.ofNullable(cause);
    }

    public boolean requested() {
        return cause != null;
    }

    public boolean atOnce() {
        return atOnce;
    }

    /// The reader and every row are through: there is nothing left to wait for.
    void finish() {
        lock.lock();
        try {
            finished = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until the run is through or a stop is asked for, at most `limit`; false when the time ran out.
    boolean awaitFinishOrRequest(Duration limit) throws InterruptedException {
        return await(limit, () -> finished || cause != null);
    }

    /// Waits until the run is through or a stop at once is asked for, at most `limit`.
    boolean awaitFinishOrUrgency(Duration limit) throws InterruptedException {
        return await(limit, () -> finished || atOnce);
    }

    private boolean await(Duration limit, java.util.function.BooleanSupplier done) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = limit.toNanos();
            while (!done.getAsBoolean() && left > 0) {
                left = changed.awaitNanos(left);
            }
            return done.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = duration.toNanos();
            while (cause == null && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (cause != null) {
                throw new RowAbandoned();
            }
        } finally {
            lock.unlock();
        }
    }
}
