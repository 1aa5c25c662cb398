package dev.rowan.engine.run;

import dev.rowan.engine.stop.BackOff;
import dev.rowan.engine.stop.RowAbandoned;
import dev.rowan.engine.stop.RunStop;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Tells a run to stop, and why. The first request lets rows on their way arrive; a request at once does not.
///
/// Any thread may ask. Shared state, written under `lock`: the cause, the urgency, and whether the run is
/// over. Cause and urgency are read without it, since every row asks for them.
public final class StopSignal implements BackOff, RunStop {
    private static final int MOST_SUPPRESSED = 10;
    private static final long BETWEEN_GLANCES = Duration.ofMillis(250).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable Cause cause;
    private volatile boolean atOnce;
    private boolean finished;
    private volatile boolean paused;
    private volatile Runnable whenRequested = () -> {};
    private Runnable whenUrgent = () -> {};

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
        Runnable urgent;
        lock.lock();
        try {
            atOnce |= cause != null || why instanceof Cause.Failure;
            if (cause instanceof Cause.Failure(var first)) {
                suppress(first, why);
            } else if (cause == null || why instanceof Cause.Failure) {
                cause = why;
            }
            urgent = atOnce ? whenUrgent : () -> {};
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        whenRequested.run();
        urgent.run();
    }

    /// Makes the stop that was asked for a stop at once.
    void hurry() {
        Runnable urgent;
        lock.lock();
        try {
            atOnce = true;
            urgent = whenUrgent;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        urgent.run();
    }

    /// What to do when a stop is asked for; done by each thread that asks, so it must be harmless to repeat.
    void whenRequested(Runnable action) {
        whenRequested = action;
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

    private static void suppress(Throwable first, Cause why) {
        if (why instanceof Cause.Failure(var next)
                && !first.equals(next)
                && first.getSuppressed().length < MOST_SUPPRESSED) {
            first.addSuppressed(next);
        }
    }

    public Optional<Cause> cause() {
        return Optional.ofNullable(cause);
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
            if (cause != null) {
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
        return cause != null;
    }

    @Override
    public boolean interrupted() {
        return cause instanceof Cause.Interrupted;
    }

    public boolean atOnce() {
        return atOnce;
    }

    /// Whether a stop at once, which interrupts the rows, explains that one of them broke.
    boolean explains(Throwable broken) {
        return atOnce && (broken instanceof InterruptedException || !(cause instanceof Cause.Failure));
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

    /// Begins nothing new until [#goOn].
    void holdBack() {
        paused = true;
    }

    /// Ends a pause.
    void goOn() {
        lock.lock();
        try {
            paused = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean paused() {
        return paused;
    }

    /// Waits while the run is paused and does not stop.
    void awaitGoOn() throws InterruptedException {
        if (!paused) {
            return;
        }
        lock.lockInterruptibly();
        try {
            while (paused && cause == null) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Waits until the run is through or a stop is asked for, at most `limit`; false when the time ran out.
    boolean awaitFinishOrRequest(Duration limit) throws InterruptedException {
        return awaitFinishOrRequest(limit, () -> 0);
    }

    /// The same with something to do meanwhile.
    boolean awaitFinishOrRequest(Duration limit, Glance glance) throws InterruptedException {
        return await(limit, () -> finished || cause != null, glance);
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

    @Override
    public void pause(Duration duration) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.NANOSECONDS.convert(duration);
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
