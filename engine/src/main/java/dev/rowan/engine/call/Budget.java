package dev.rowan.engine.call;

import dev.rowan.api.call.Usd;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The budget of a run: what is spent, what is reserved for calls in flight, and the cap that their sum never
/// exceeds.
///
/// A call that fits only after others settle waits for them, and later calls wait behind it: rows are released in
/// order, so a call that is overtaken repeatedly would block all that overtook it. A call that cannot fit any more
/// is refused, and the run has exhausted its budget. The cap may be changed at any time, in two steps between which
/// nothing is granted, so that the amount reserved under the old one is known.
///
/// A writer of a run with several has an [Allowance] instead of the cap: it draws money when it needs some, which only
/// the first waiter does, and returns what it does not need.
///
/// Thread-safe. Shared state, guarded by `lock`: the cap, the sums, the queue of waiters, whether the allowance is
/// being
/// changed, and whether the cap is being changed or the run is stopping. The cap is also read without it.
public final class Budget implements CostCap {
    /// How long to wait for money of other writers.
    private static final Duration RETRY = Duration.ofMillis(250);

    private volatile Optional<Usd> cap;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Condition> waiters = new ArrayDeque<>();
    private Usd spent;
    private BigInteger reserved;
    private boolean moving;
    private boolean moved;
    private boolean unpriced;
    private boolean stopping;
    private final Optional<Allowance> allowance;
    private boolean changing;

    /// The answer to a reservation.
    public enum Reservation {
        GRANTED,
        /// It cannot fit: it could exceed the cap even alone.
        REFUSED,
        /// The run is stopping.
        STOPPED
    }

    /// The same with `reserved`, not part of `spent`, for attempts in flight elsewhere, such as in batch jobs; each
    /// of them is settled as if it had been reserved here.
    public Budget(Optional<Usd> cap, Usd spent, Usd reserved) {
        this.cap = cap;
        this.spent = spent;
        this.reserved = pico(reserved);
        this.allowance = Optional.empty();
    }

    /// The budget of a writer whose allowance is what it has spent so far; takes ownership of `allowance`.
    public Budget(Allowance allowance) {
        this.cap = Optional.of(allowance.cap());
        this.spent = allowance.granted();
        this.reserved = BigInteger.ZERO;
        this.allowance = Optional.of(allowance);
    }

    @Override
    public Optional<Usd> cap() {
        return allowance.isPresent() ? allowance.map(Allowance::cap) : cap;
    }

    /// What all writers of the run have spent, the others as they last stated.
    Usd spentByAll() {
        return allowance.map(Allowance::spentByOthers).orElse(Usd.ZERO).plus(spent());
    }

    @Override
    public Usd spent() {
        lock.lock();
        try {
            return spent;
        } finally {
            lock.unlock();
        }
    }

    /// The number of calls that wait for others to settle.
    int waiting() {
        lock.lock();
        try {
            return waiters.size();
        } finally {
            lock.unlock();
        }
    }

    /// Reserves `worst`, waiting while it fits only after others settle.
    public Reservation reserve(Usd worst) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (allowance.isPresent()) {
                return reserve(worst, allowance.get());
            }
            if (moving || !waiters.isEmpty() || mustWait(worst)) {
                queue(worst);
            }
            if (stopping) {
                return Reservation.STOPPED;
            }
            if (!fits(pico(spent), worst)) {
                return Reservation.REFUSED;
            }
            reserved = reserved.add(pico(worst));
            return Reservation.GRANTED;
        } finally {
            lock.unlock();
        }
    }

    /// Reserves `worst` of an allowance. The first in the queue draws what is missing.
    private Reservation reserve(Usd worst, Allowance drawn) throws InterruptedException {
        Condition turn = lock.newCondition();
        waiters.addLast(turn);
        try {
            while (!stopping) {
                if (changing || !waiters.getFirst().equals(turn)) {
                    turn.await();
                } else if (isCovered(worst, drawn)) {
                    reserved = reserved.add(pico(worst));
                    return Reservation.GRANTED;
                } else {
                    switch (draw(worst, drawn)) {
                        case GRANTED -> {}
                        case LATER -> turn.awaitNanos(RETRY.toNanos());
                        case NEVER -> {
                            return Reservation.REFUSED;
                        }
                    }
                }
            }
            return Reservation.STOPPED;
        } finally {
            waiters.remove(turn);
            wakeFirst();
        }
    }

    private boolean isCovered(Usd worst, Allowance drawn) {
        return pico(spent).add(reserved).add(pico(worst)).compareTo(pico(drawn.granted())) <= 0;
    }

    /// Draws money without the lock, which is held on entry and on return.
    private Allowance.Draw draw(Usd worst, Allowance drawn) throws InterruptedException {
        Usd before = spent;
        Usd needed = counted(pico(spent).add(reserved).add(pico(worst)));
        changing = true;
        lock.unlock();
        try {
            return drawn.draw(needed, before, worst);
        } finally {
            lock.lock();
            changing = false;
        }
    }

    /// Returns money that is not needed now to the other writers, if little is left for them, or nothing was sent for
    /// a second. Called after calls, and every second or so.
    public void releaseUnused() throws InterruptedException {
        release(false);
    }

    /// Returns all that was not spent or reserved to the other writers; no more calls follow.
    public void close() throws InterruptedException {
        release(true);
        allowance.ifPresent(Allowance::close);
    }

    private void release(boolean always) throws InterruptedException {
        if (allowance.isEmpty()) {
            return;
        }
        Allowance drawn = allowance.get();
        Usd before;
        Usd held;
        lock.lock();
        try {
            held = counted(reserved);
            before = spent;
            if (changing || !waiters.isEmpty() || drawn.isStated(before, held) || !(always || drawn.mayRelease(held))) {
                return;
            }
            changing = true;
        } finally {
            lock.unlock();
        }
        try {
            drawn.release(before, held);
        } finally {
            lock.lock();
            try {
                changing = false;
                wakeFirst();
            } finally {
                lock.unlock();
            }
        }
    }

    /// Reserves `worst` if that is possible without waiting; empty if it fits only after others settle, or if
    /// others wait already.
    public Optional<Reservation> tryReserve(Usd worst) {
        lock.lock();
        try {
            if (stopping) {
                return Optional.of(Reservation.STOPPED);
            }
            if (allowance.isPresent()) {
                if (changing || !waiters.isEmpty() || !isCovered(worst, allowance.get())) {
                    return Optional.empty();
                }
                reserved = reserved.add(pico(worst));
                return Optional.of(Reservation.GRANTED);
            }
            if (!fits(pico(spent), worst)) {
                return Optional.of(Reservation.REFUSED);
            }
            if (moving || mustWait(worst) || !waiters.isEmpty()) {
                return Optional.empty();
            }
            reserved = reserved.add(pico(worst));
            return Optional.of(Reservation.GRANTED);
        } finally {
            lock.unlock();
        }
    }

    /// The amount reserved for calls with a known price.
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
        waiters.addLast(turn);
        try {
            while (!stopping && (moving || !waiters.getFirst().equals(turn) || mustWait(worst))) {
                turn.await();
            }
        } finally {
            waiters.remove(turn);
            wakeFirst();
        }
    }

    private boolean mustWait(Usd worst) {
        return cap.isPresent() && fits(pico(spent), worst) && !fits(pico(spent).add(reserved), worst);
    }

    private void wakeFirst() {
        Condition first = waiters.peekFirst();
        if (first != null) {
            first.signal();
        }
    }

    /// Whether `worst` may still be spent beside `taken`; sums may exceed the range of an amount.
    private boolean fits(BigInteger taken, Usd worst) {
        return cap.isEmpty() || taken.add(pico(worst)).compareTo(pico(cap.get())) <= 0;
    }

    private static BigInteger pico(Usd amount) {
        return BigInteger.valueOf(amount.pico());
    }

    private static Usd counted(BigInteger pico) {
        return new Usd(pico.min(pico(Usd.MAX)).max(BigInteger.ZERO).longValueExact());
    }

    @Override
    public Usd beginMove() {
        lock.lock();
        try {
            moving = true;
            return counted(pico(spent).add(reserved));
        } finally {
            lock.unlock();
        }
    }

    @Override
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

    @Override
    public void keepCap() {
        lock.lock();
        try {
            moving = false;
            wakeFirst();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<String> refusal() {
        return cap.isEmpty() && hasUnpriced()
                ? Optional.of("calls of this run have no price, so a cap cannot be enforced")
                : Optional.empty();
    }

    /// Whether a call without a price was made, so that a cap could not be enforced.
    public boolean hasUnpriced() {
        lock.lock();
        try {
            return unpriced;
        } finally {
            lock.unlock();
        }
    }

    /// The assumed cost of a call without a price: zero without a cap; the maximum if a cap was set after the
    /// start, so that the call is refused. Empty if there was a cap from the start, which should not happen.
    Optional<Usd> unpriced() {
        lock.lock();
        try {
            unpriced = true;
            return cap.isEmpty() ? Optional.of(Usd.ZERO) : moved ? Optional.of(Usd.MAX) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /// Releases a call's reservation and counts its cost.
    public void settle(Usd worst, Usd cost) {
        lock.lock();
        try {
            reserved = reserved.subtract(pico(worst));
            spent = spent.plus(cost);
            wakeFirst();
        } finally {
            lock.unlock();
        }
        try {
            releaseUnused();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the money stays here until the next call, or the end
        }
    }

    /// Refuses all reservations from now on, including waiting ones.
    public void stop() {
        lock.lock();
        try {
            stopping = true;
            waiters.forEach(Condition::signal);
        } finally {
            lock.unlock();
        }
    }
}
