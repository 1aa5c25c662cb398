package dev.rowan.engine.call;

import dev.rowan.api.call.Usd;
import java.math.BigInteger;
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
/// cannot fit any more is refused, and the run has used its budget. The cap may be moved meanwhile: in two
/// steps, between which nobody gets leave, so that what was set aside under the old one is known.
///
/// Any thread may ask. Shared state, guarded by `lock`: the cap, the sums, the line of those who wait, and
/// whether the cap is being moved or the run is stopping. The cap is read without it too.
public final class Budget {
    private volatile Optional<Usd> cap;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Condition> line = new ArrayDeque<>();
    private Usd spent;
    private BigInteger reserved;
    private boolean moving;
    private boolean moved;
    private boolean unpriced;
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
        this.reserved = pico(reserved);
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
            if (moving || !line.isEmpty() || mustWait(worst)) {
                queue(worst);
            }
            if (stopping) {
                return Leave.STOPPED;
            }
            if (!fits(pico(spent), worst)) {
                return Leave.REFUSED;
            }
            reserved = reserved.add(pico(worst));
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
            if (!fits(pico(spent), worst)) {
                return Optional.of(Leave.REFUSED);
            }
            if (moving || mustWait(worst) || !line.isEmpty()) {
                return Optional.empty();
            }
            reserved = reserved.add(pico(worst));
            return Optional.of(Leave.GRANTED);
        } finally {
            lock.unlock();
        }
    }

    /// What is set aside now for calls whose price is known.
    public Usd reserved() {
        lock.lock();
        try {
            return counted(reserved);
        } finally {
            lock.unlock();
        }
    }

    private void queue(Usd worst) throws InterruptedException {
        Condition turn = lock.newCondition();
        line.addLast(turn);
        try {
            while (!stopping && (moving || !line.getFirst().equals(turn) || mustWait(worst))) {
                turn.await();
            }
        } finally {
            line.remove(turn);
            wakeFirst();
        }
    }

    private boolean mustWait(Usd worst) {
        return cap.isPresent() && fits(pico(spent), worst) && !fits(pico(spent).add(reserved), worst);
    }

    private void wakeFirst() {
        Condition first = line.peekFirst();
        if (first != null) {
            first.signal();
        }
    }

    /// Whether `worst` may still be spent beside `taken`; sums may be larger than an amount can be.
    private boolean fits(BigInteger taken, Usd worst) {
        return cap.isEmpty() || taken.add(pico(worst)).compareTo(pico(cap.get())) <= 0;
    }

    private static BigInteger pico(Usd amount) {
        return BigInteger.valueOf(amount.pico());
    }

    private static Usd counted(BigInteger pico) {
        return new Usd(pico.min(pico(Usd.MAX)).max(BigInteger.ZERO).longValueExact());
    }

    /// Gives nobody leave until [#moveCap] or [#keepCap], and tells what is spent and set aside until then.
    public Usd beginMove() {
        lock.lock();
        try {
            moving = true;
            return counted(pico(spent).add(reserved));
        } finally {
            lock.unlock();
        }
    }

    /// Keeps to another cap from now on. Those who wait find out whether they fit.
    public void moveCap(Usd to) {
        lock.lock();
        try {
            cap = Optional.of(to);
            moved = true;
            moving = false;
            wakeFirst();
        } finally {
            lock.unlock();
        }
    }

    /// Ends a move without one.
    public void keepCap() {
        lock.lock();
        try {
            moving = false;
            wakeFirst();
        } finally {
            lock.unlock();
        }
    }

    /// Whether a call without a price was made, so that a cap could not hold.
    public boolean hasUnpriced() {
        lock.lock();
        try {
            return unpriced;
        } finally {
            lock.unlock();
        }
    }

    /// What a call without a price is taken to cost: nothing where there is no cap; anything where one came
    /// after the run had begun, so that it is refused. Empty where it should not be, since there was a cap
    /// from the beginning.
    Optional<Usd> unpriced() {
        lock.lock();
        try {
            unpriced = true;
            return cap.isEmpty() ? Optional.of(Usd.ZERO) : moved ? Optional.of(Usd.MAX) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /// Gives back what was set aside for a call and counts what it cost.
    public void settle(Usd worst, Usd cost) {
        lock.lock();
        try {
            reserved = reserved.subtract(pico(worst));
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
