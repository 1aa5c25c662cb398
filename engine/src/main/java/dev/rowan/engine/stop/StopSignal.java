package dev.rowan.engine.stop;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Tells a run to stop, and why. The first request lets rows on their way arrive; a request at once does not.
///
/// Any thread may ask. Shared state, written under `lock`: the cause, the first failure, the urgency, and whether
/// the run is over. StopCause, failure and urgency are read without it, since every row asks for them.
public final class StopSignal implements RunStopper {
    private static final int MOST_SUPPRESSED = 10;
    private static final long BETWEEN_GLANCES = Duration.ofMillis(250).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PauseGate gate = new PauseGate(lock, changed, this::requested);
    private volatile @Nullable StopCause cause;
    private volatile @Nullable Throwable failure;
    private volatile boolean atOnce;
    private volatile boolean outOfMemory;
    private boolean finished;
    private volatile Runnable whenRequested = () -> {};
    private volatile Runnable whenUrgent = () -> {};

    /// Asks for a stop. The first cause stays, but a failure outweighs the others, so that none is swallowed;
    /// a second request of any kind makes it a stop at once.
    public void request(StopCause why) {
        if (why instanceof StopCause.Failure(var defect)) {
            fail(defect);
            return;
        }
        boolean urgent;
        lock.lock();
        try {
            atOnce |= requested();
            if (cause == null) {
                cause = why;
            }
            urgent = atOnce;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            whenRequested.run();
        } finally {
            if (urgent) {
                whenUrgent.run();
            }
        }
    }

    /// Stops at once for a failure, also when there is no memory left: what must happen allocates nothing.
    public void fail(Throwable defect) {
        Throwable first;
        lock.lock();
        try {
            first = failure;
            if (first == null) {
                failure = defect;
            }
            atOnce = true;
            outOfMemory |= HeapExhaustedException.isBehind(defect);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            whenRequested.run();
        } catch (OutOfMemoryError _) {
            // who waits there is interrupted instead
        }
        whenUrgent.run();
        suppress(first, defect);
    }

    /// Makes the stop that was asked for a stop at once.
    public void stopNow() {
        lock.lock();
        try {
            atOnce = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        whenUrgent.run();
    }

    /// What to do when a stop is asked for; done by each thread that asks, so it must be harmless to repeat.
    public void onRequest(Runnable action) {
        whenRequested = action;
    }

    /// What to do when a stop at once is asked for; done by the thread that asks.
    public void onImmediate(Runnable action) {
        whenUrgent = action;
    }

    private static void suppress(@Nullable Throwable first, Throwable next) {
        if (first != null && !first.equals(next)) {
            try {
                if (first.getSuppressed().length < MOST_SUPPRESSED) {
                    first.addSuppressed(next);
                }
            } catch (OutOfMemoryError _) {
                // the first one is told
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

    /// Nothing is left to do here but to wait.
    public void waitForBatches(String words) {
        requestOnce(new StopCause.Waiting(words));
    }

    /// Asks for a stop unless one was asked for already: many rows find the same at the same time.
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
        whenRequested.run();
    }

    @Override
    public boolean requested() {
        return failure != null || cause != null;
    }

    @Override
    public boolean interrupted() {
        return failure == null && cause instanceof StopCause.Interrupted;
    }

    /// Whether a thread of the run has run out of memory.
    public boolean outOfMemory() {
        return outOfMemory;
    }

    public boolean isImmediate() {
        return atOnce;
    }

    /// Whether a stop at once, which interrupts the rows, explains that one of them broke.
    public boolean explains(Throwable broken) {
        return atOnce && (broken instanceof InterruptedException || failure == null);
    }

    /// The reader and every row are through: there is nothing left to wait for.
    public void finish() {
        lock.lock();
        try {
            finished = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// What the waiting thread does now and then meanwhile; tells how many nanoseconds of its wait that took.
    public interface PeriodicTask {
        long run() throws InterruptedException;
    }

    /// Begins nothing new until [#resume].
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

    /// Waits while the run is paused and does not stop.
    public void awaitResume() throws InterruptedException {
        gate.await();
    }

    /// Waits until the run is through or a stop is asked for, at most `limit`; false when the time ran out.
    public boolean awaitFinishOrRequest(Duration limit) throws InterruptedException {
        return awaitFinishOrRequest(limit, () -> 0);
    }

    /// The same with something to do meanwhile.
    public boolean awaitFinishOrRequest(Duration limit, PeriodicTask glance) throws InterruptedException {
        return await(limit, () -> finished || requested(), glance);
    }

    /// Waits until the run is through or a stop at once is asked for, at most `limit`.
    public boolean awaitFinishOrImmediate(Duration limit) throws InterruptedException {
        return awaitFinishOrImmediate(limit, () -> 0);
    }

    /// The same with something to do meanwhile.
    public boolean awaitFinishOrImmediate(Duration limit, PeriodicTask glance) throws InterruptedException {
        return await(limit, () -> finished || atOnce, glance);
    }

    private boolean await(Duration limit, BooleanSupplier done, PeriodicTask glance) throws InterruptedException {
        long left = TimeUnit.NANOSECONDS.convert(limit);
        while (left > 0) {
            long slice = Math.min(left, BETWEEN_GLANCES);
            if (awaitFor(slice, done)) {
                return true;
            }
            left -= slice + glance.run();
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

    /// Waits, or throws [RowAbandonedException] when the run stops meanwhile.
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
