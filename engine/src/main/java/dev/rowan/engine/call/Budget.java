package dev.rowan.engine.call;

import dev.rowan.api.call.Usd;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The money of a run: what was spent, what is set aside for calls on their way, and the cap that both together never
/// pass.
///
/// A call that fits only when others settle waits for them; one that cannot fit any more is refused, and the run has
/// used its budget. Any thread may ask. Shared state, guarded by `lock`: the sums and whether the run is stopping.
public final class Budget {
    private final Optional<Usd> cap;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition settled = lock.newCondition();
    private Usd spent;
    private Usd reserved = Usd.ZERO;
    private boolean stopping;

    /// The answer to one who wants to spend.
    public enum Leave {
        GRANTED,
        /// It cannot fit: even alone it could pass the cap.
        REFUSED,
        /// The run is stopping.
        STOPPED
    }

    /// `spent` is what earlier parts of the run have used already.
    public Budget(Optional<Usd> cap, Usd spent) {
        this.cap = cap;
        this.spent = spent;
    }

    public Optional<Usd> cap() {
        return cap;
    }

    public Usd spent() {
        lock.lock();
        try {
            return spent;
        } finally {
            lock.unlock();
        }
    }

    /// Sets `worst` aside, waiting while it fits only beside fewer others.
    public Leave reserve(Usd worst) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                if (stopping) {
                    return Leave.STOPPED;
                }
                if (fits(spent.plus(reserved).plus(worst))) {
                    reserved = reserved.plus(worst);
                    return Leave.GRANTED;
                }
                if (!fits(spent.plus(worst))) {
                    return Leave.REFUSED;
                }
                settled.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean fits(Usd sum) {
        return cap.isEmpty() || sum.compareTo(cap.get()) <= 0;
    }

    /// Gives back what was set aside for a call and counts what it cost.
    public void settle(Usd worst, Usd cost) {
        lock.lock();
        try {
            reserved = reserved.minus(worst);
            spent = spent.plus(cost);
            settled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Refuses everyone from now on, those who wait included.
    public void stop() {
        lock.lock();
        try {
            stopping = true;
            settled.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
