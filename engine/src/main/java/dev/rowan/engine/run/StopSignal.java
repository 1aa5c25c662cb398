package dev.rowan.engine.run;

import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.stop.RunStopper;
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
/// the run is over. Cause, failure and urgency are read without it, since every row asks for them.
public final class StopSignal implements RunStopper {
    private static final int MOST_SUPPRESSED = 10;
    private static final long BETWEEN_GLANCES = Duration.ofMillis(250).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PauseGate gate = new PauseGate(lock, changed, this::requested);
    private volatile @Nullable Cause cause;
    private volatile @Nullable Throwable failure;
    private volatile boolean atOnce;
    private volatile boolean outOfMemory;
    private boolean finished;
    private volatile Runnable whenRequested = () -> {};
    private volatile Runnable whenUrgent = () -> {};

    /// Why a run stops before its source ends.
    public sealed interface Cause {

        /// A person or the system asked for it.
        record Interrupted(String by) implements Cause {}

        /// A limit that was set: rows, time or cost.
        record Limit(String what) implements Cause {}

        /// The run cannot go on until someone puts something right outside it, such as a key.
        record Blocked(String why) implements Cause {}

        /// Nothing is left to do but to wait for batch services, and the run was not asked to.
        record Waiting(String words) implements Cause {}

        /// Something broke.
        record Failure(Throwable defect) implements Cause {}
    }

    /// Asks for a stop. The first cause stays, but a failure outweighs the others, so that none is swallowed;
    /// a second request of any kind makes it a stop at once.
    public void request(Cause why) {
        if (why instanceof Cause.Failure(var defect)) {
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
    void fail(Throwable defect) {
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
    void hurry() {
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
    void whenRequested(Runnable action) {
        whenRequested = action;
    }

    /// What to do when a stop at once is asked for; done by the thread that asks.
    void whenUrgent(Runnable action) {
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

    public Optional<Cause> cause() {
        Throwable defect = failure;
        return defect != null ? Optional.of(new Cause.Failure(defect)) : Optional.ofNullable(cause);
    }

    @Override
    public void limit(String what) {
        requestOnce(new Cause.Limit(what));
    }

    @Override
    public void blocked(String why) {
        requestOnce(new Cause.Blocked(why));
    }

    /// Nothing is left to do here but to wait.
    void waiting(String words) {
        requestOnce(new Cause.Waiting(words));
    }

    /// Asks for a stop unless one was asked for already: many rows find the same at the same time.
    private void requestOnce(Cause why) {
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
        return failure == null && cause instanceof Cause.Interrupted;
    }

    /// Whether a thread of the run has run out of memory.
    boolean outOfMemory() {
        return outOfMemory;
    }

    public boolean atOnce() {
        return atOnce;
    }

    /// Whether a stop at once, which interrupts the rows, explains that one of them broke.
    boolean explains(Throwable broken) {
        return atOnce && (broken instanceof InterruptedException || failure == null);
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

    /// What the waiting thread does now and then meanwhile; tells how many nanoseconds of its wait that took.
    interface Glance {
        long look() throws InterruptedException;
    }

    /// Begins nothing new until [#resume].
    void holdBack() {
        gate.close();
    }

    /// Ends a pause.
    void resume() {
        gate.open();
    }

    @Override
    public boolean paused() {
        return gate.isClosed();
    }

    /// Waits while the run is paused and does not stop.
    void awaitResume() throws InterruptedException {
        gate.pass();
    }

    /// Waits until the run is through or a stop is asked for, at most `limit`; false when the time ran out.
    boolean awaitFinishOrRequest(Duration limit) throws InterruptedException {
        return awaitFinishOrRequest(limit, () -> 0);
    }

    /// The same with something to do meanwhile.
    boolean awaitFinishOrRequest(Duration limit, Glance glance) throws InterruptedException {
        return await(limit, () -> finished || requested(), glance);
    }

    /// Waits until the run is through or a stop at once is asked for, at most `limit`.
    boolean awaitFinishOrUrgency(Duration limit) throws InterruptedException {
        return awaitFinishOrUrgency(limit, () -> 0);
    }

    /// The same with something to do meanwhile.
    boolean awaitFinishOrUrgency(Duration limit, Glance glance) throws InterruptedException {
        return await(limit, () -> finished || atOnce, glance);
    }

    private boolean await(Duration limit, BooleanSupplier done, Glance glance) throws InterruptedException {
        long left = TimeUnit.NANOSECONDS.convert(limit);
        while (left > 0) {
            long slice = Math.min(left, BETWEEN_GLANCES);
            if (awaitFor(slice, done)) {
                return true;
            }
            left -= slice + glance.look();
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
    void pause(Duration duration) throws InterruptedException {
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
