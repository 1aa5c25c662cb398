package dev.rowan.engine.stop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Stops a run, and keeps the cause. The first request lets rows in flight finish; a second stops immediately.
///
/// Thread-safe. Shared state, written under `lock`: the cause, the first failure, whether to stop immediately, and
/// whether the run has finished. Cause and failure are read without it, since every row reads them.
public final class StopSignal implements RunStopper {
    private static final int MAX_SUPPRESSED = 10;
    private static final long PERIOD_NANOS = Duration.ofMillis(250).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PauseGate gate = new PauseGate(lock, changed, this::requested);
    private volatile @Nullable StopCause cause;
    private volatile @Nullable Throwable failure;
    private volatile boolean immediate;
    private volatile boolean outOfMemory;
    private boolean finished;
    private volatile Runnable onRequest = () -> {};
    private volatile Runnable onImmediate = () -> {};

    /// Requests a stop. The first cause is kept, but a failure overrides it, so that none is swallowed; a second
    /// request of any kind stops immediately.
    public void request(StopCause why) {
        if (why instanceof StopCause.Failure(var defect)) {
            fail(defect);
            return;
        }
        boolean urgent;
        lock.lock();
        try {
            immediate |= requested();
            if (cause == null) {
                cause = why;
            }
            urgent = immediate;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            onRequest.run();
        } finally {
            if (urgent) {
                onImmediate.run();
            }
        }
    }

    /// Stops immediately because of a failure, even if the heap is exhausted: the necessary steps allocate nothing.
    public void fail(Throwable defect) {
        Throwable first;
        lock.lock();
        try {
            first = failure;
            if (first == null) {
                failure = defect;
            }
            immediate = true;
            outOfMemory |= HeapExhaustedException.isBehind(defect);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            onRequest.run();
        } catch (OutOfMemoryError _) {
            // waiters are interrupted instead
        }
        onImmediate.run();
        suppress(first, defect);
    }

    /// Makes the requested stop an immediate one.
    public void stopNow() {
        lock.lock();
        try {
            immediate = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        onImmediate.run();
    }

    /// Sets the callback for stop requests; each requesting thread calls it, so it must be idempotent.
    public void onRequest(Runnable action) {
        onRequest = action;
    }

    /// Sets the callback for an immediate stop, called by the requesting thread.
    public void onImmediate(Runnable action) {
        onImmediate = action;
    }

    private static void suppress(@Nullable Throwable first, Throwable next) {
        if (first != null && !first.equals(next)) {
            try {
                if (first.getSuppressed().length < MAX_SUPPRESSED) {
                    first.addSuppressed(next);
                }
            } catch (OutOfMemoryError _) {
                // the first one is reported
            }
        }
    }

    public Optional<StopCause> cause() {
        Throwable defect = failure;
        return defect != null ? Optional.of(new StopCause.Failure(defect)) : Optional.ofNullable(cause);
    }

    @Override
    public void limit(String what) {
        requestOnce(new StopCause.Limit(what));
    }

    @Override
    public void blocked(String why) {
        requestOnce(new StopCause.Blocked(why));
    }

    /// Only batch jobs are left to wait for.
    public void waitForBatches(String message) {
        requestOnce(new StopCause.Waiting(message));
    }

    /// Requests a stop unless there is one already: many rows find the same cause at once.
    private void requestOnce(StopCause why) {
        lock.lock();
        try {
            if (requested()) {
                return;
            }
            cause = why;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        onRequest.run();
    }

    @Override
    public boolean requested() {
        return failure != null || cause != null;
    }

    @Override
    public boolean interrupted() {
        return failure == null && cause instanceof StopCause.Interrupted;
    }

    /// Whether a thread of the run has exhausted the heap.
    public boolean outOfMemory() {
        return outOfMemory;
    }

    public boolean isImmediate() {
        return immediate;
    }

    /// Whether an immediate stop, which interrupts the rows, explains this failure of one.
    public boolean explains(Throwable broken) {
        return immediate && (broken instanceof InterruptedException || failure == null);
    }

    /// The reader and every row have finished.
    public void finish() {
        lock.lock();
        try {
            finished = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// What the waiting thread does periodically; returns how many nanoseconds it took.
    public interface PeriodicTask {
        long run() throws InterruptedException;
    }

    /// Starts nothing new until [#resume].
    public void pause() {
        gate.close();
    }

    /// Ends a pause.
    public void resume() {
        gate.open();
    }

    @Override
    public boolean paused() {
        return gate.isClosed();
    }

    /// Waits while the run is paused and not stopping.
    public void awaitResume() throws InterruptedException {
        gate.await();
    }

    /// Waits until the run has finished or a stop is requested; false on timeout.
    public boolean awaitFinishOrRequest(Duration limit) throws InterruptedException {
        return awaitFinishOrRequest(limit, () -> 0);
    }

    public boolean awaitFinishOrRequest(Duration limit, PeriodicTask periodic) throws InterruptedException {
        return await(limit, () -> finished || requested(), periodic);
    }

    /// Waits until the run has finished or stops immediately; false on timeout.
    public boolean awaitFinishOrImmediate(Duration limit) throws InterruptedException {
        return awaitFinishOrImmediate(limit, () -> 0);
    }

    public boolean awaitFinishOrImmediate(Duration limit, PeriodicTask periodic) throws InterruptedException {
        return await(limit, () -> finished || immediate, periodic);
    }

    private boolean await(Duration limit, BooleanSupplier done, PeriodicTask periodic) throws InterruptedException {
        long left = TimeUnit.NANOSECONDS.convert(limit);
        while (left > 0) {
            long slice = Math.min(left, PERIOD_NANOS);
            if (awaitFor(slice, done)) {
                return true;
            }
            left -= slice + periodic.run();
        }
        return awaitFor(0, done);
    }

    private boolean awaitFor(long nanos, BooleanSupplier done) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (!done.getAsBoolean() && left > 0) {
                left = changed.awaitNanos(left);
            }
            return done.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    /// Sleeps, or throws [RowAbandonedException] if the run stops meanwhile.
    public void sleep(Duration duration) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.NANOSECONDS.convert(duration);
            while (!requested() && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (requested()) {
                throw new RowAbandonedException();
            }
        } finally {
            lock.unlock();
        }
    }
}
