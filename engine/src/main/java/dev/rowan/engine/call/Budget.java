package dev.rowan.engine.call;

import dev.rowan.api.call.Usd;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The money of a run: what was spent, what is set aside for calls on their way, and the cap that both
/// together never pass.
///
/// A call that fits only when others settle waits for them, and whoever comes later waits behind it: rows
/// leave in order, so one that is overtaken again and again would hold up all that overtook it. A call that
/// cannot fit any more is refused, and the run has used its budget. Any thread may ask. Shared state, guarded
/// by `lock`: the sums, the line of those who wait, and whether the run is stopping.
public final class Budget {
    private final Optional<Usd> cap;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Condition> line = new ArrayDeque<>();
    private Usd spent;
    private Usd reserved;
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
        this(cap, spent, Usd.ZERO);
    }

    /// The same where `reserved`, which is no part of `spent`, is set aside still for attempts that are under
    /// way elsewhere, as in the jobs of a batch service; each of them is settled as if it had been set aside
    /// here.
    public Budget(Optional<Usd> cap, Usd spent, Usd reserved) {
        this.cap = cap;
        this.spent = spent;
        this.reserved = cap.isPresent() ? reserved : Usd.ZERO;
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

    /// How many wait for others to settle.
    int waiting() {
        lock.lock();
        try {
            return line.size();
        } finally {
            lock.unlock();
        }
    }

    /// Sets `worst` aside, waiting while it fits only beside fewer others.
    public Leave reserve(Usd worst) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (!line.isEmpty() || mustWait(worst)) {
                queue(worst);
            }
            if (stopping) {
                return Leave.STOPPED;
            }
            if (!fits(spent, worst)) {
                return Leave.REFUSED;
            }
            if (cap.isPresent()) {
                reserved = reserved.plus(worst);
            }
            return Leave.GRANTED;
        } finally {
            lock.unlock();
        }
    }

    /// Sets `worst` aside if that can be done at once; empty when it fits only after others have settled, or
    /// when others wait for that already.
    public Optional<Leave> tryReserve(Usd worst) {
        lock.lock();
        try {
            if (stopping) {
                return Optional.of(Leave.STOPPED);
            }
            if (!fits(spent, worst)) {
                return Optional.of(Leave.REFUSED);
            }
            if (mustWait(worst) || !line.isEmpty()) {
                return Optional.empty();
            }
            if (cap.isPresent()) {
                reserved = reserved.plus(worst);
            }
            return Optional.of(Leave.GRANTED);
        } finally {
            lock.unlock();
        }
    }

    /// What is set aside now; nothing without a cap.
    public Usd reserved() {
        lock.lock();
        try {
            return reserved;
        } finally {
            lock.unlock();
        }
    }

    private void queue(Usd worst) throws InterruptedException {
        Condition turn = lock.newCondition();
        line.addLast(turn);
        try {
            while (!stopping && (!line.getFirst().equals(turn) || mustWait(worst))) {
                turn.await();
            }
        } finally {
            line.remove(turn);
            wakeFirst();
        }
    }

    private boolean mustWait(Usd worst) {
        return cap.isPresent() && fits(spent, worst) && !fits(spent.plus(reserved), worst);
    }

    private void wakeFirst() {
        Condition first = line.peekFirst();
        if (first != null) {
            first.signal();
        }
    }

    /// Whether `worst` may still be spent beside `taken`; no sum is made that could be too large to count.
    private boolean fits(Usd taken, Usd worst) {
        return cap.isEmpty()
                || (taken.compareTo(cap.get()) <= 0 && worst.compareTo(cap.get().minus(taken)) <= 0);
    }

    /// Gives back what was set aside for a call and counts what it cost.
    public void settle(Usd worst, Usd cost) {
        lock.lock();
        try {
            if (cap.isPresent()) {
                reserved = reserved.minus(worst);
            }
            spent = spent.plus(cost);
            wakeFirst();
        } finally {
            lock.unlock();
        }
    }

    /// Refuses everyone from now on, those who wait included.
    public void stop() {
        lock.lock();
        try {
            stopping = true;
            line.forEach(Condition::signal);
        } finally {
            lock.unlock();
        }
    }
}
