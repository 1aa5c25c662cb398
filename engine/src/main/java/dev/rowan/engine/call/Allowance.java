package dev.rowan.engine.call;

import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CostPool;
import java.time.Duration;

/// The money that one writer of a run has drawn from the budget that all of them share: enough for some two seconds of
/// calls, and for single calls when little is left.
///
/// Used by one thread at a time, which its [Budget] ensures, and never under its lock.
public final class Allowance implements AutoCloseable {
    private static final Duration AHEAD = Duration.ofSeconds(2);
    /// A writer takes at most this part of what is left, unless a single call needs more.
    private static final int PARTS = 16;
    /// Unused money is returned at most this often while plenty is left.
    private static final Duration KEPT = Duration.ofSeconds(1);

    private final CostPool pool;
    private final Time time;
    private volatile CostPool.State state;
    private long changedAt;
    private long spentThen;
    /// What the other writers know to be spent.
    private volatile Usd stated = Usd.ZERO;
    private double picoPerNano;
    private volatile long call;

    /// Takes ownership of `pool`.
    public Allowance(CostPool pool, Time time) {
        this.pool = pool;
        this.time = time;
        this.state = pool.read();
        this.changedAt = time.nanos();
        this.spentThen = state.allowance().pico();
        this.stated = state.allowance();
    }

    /// The answer to a draw.
    enum Draw {
        GRANTED,
        /// It fits when other writers return money or spend less than they have reserved.
        LATER,
        /// It cannot fit any more.
        NEVER
    }

    /// What this writer may spend, including what it has spent.
    Usd granted() {
        return state.allowance();
    }

    Usd cap() {
        return state.cap();
    }

    Usd spentByOthers() {
        return state.spentByOthers();
    }

    /// Draws money so that `needed` is covered, after `spent`; a call of at most `worst` is waiting.
    Draw draw(Usd needed, Usd spent, Usd worst) throws InterruptedException {
        measure(spent);
        call = worst.pico();
        while (true) {
            CostPool.State seen = pool.read();
            state = seen;
            long missing = needed.pico() - seen.allowance().pico();
            if (missing <= 0) {
                return Draw.GRANTED;
            }
            if (missing > seen.left().pico()) {
                Usd used = new Usd(needed.pico() - worst.pico());
                if (!isStated(seen, spent, new Usd(used.pico() - spent.pico()))) {
                    change(seen, kept(seen, used), spent); // others wait for what is not used here
                    continue;
                }
                boolean fits = seen.spentByOthers().plus(spent).plus(worst).compareTo(seen.cap()) <= 0;
                return fits ? Draw.LATER : Draw.NEVER;
            }
            long ahead =
                    Math.min((long) (picoPerNano * AHEAD.toNanos()), seen.left().pico() / PARTS);
            Usd allowance = new Usd(seen.allowance().pico() + Math.max(missing, ahead));
            if (change(seen, allowance, spent)) {
                return Draw.GRANTED;
            }
        }
    }

    /// Returns what is neither `spent` nor `reserved`, and states what is spent: as long as a call of another writer
    /// could fit, it waits.
    void release(Usd spent, Usd reserved) throws InterruptedException {
        CostPool.State seen = pool.read();
        while (!isStated(seen, spent, reserved) && !change(seen, kept(seen, spent.plus(reserved)), spent)) {
            seen = pool.read();
        }
    }

    /// Whether the other writers know what is `spent`, and have what is neither that nor `reserved`.
    boolean isStated(Usd spent, Usd reserved) {
        return isStated(state, spent, reserved);
    }

    private boolean isStated(CostPool.State seen, Usd spent, Usd reserved) {
        return stated.equals(spent) && seen.allowance().equals(kept(seen, spent.plus(reserved)));
    }

    /// What is `used` of an allowance; calls may have cost more than was reserved for them.
    private static Usd kept(CostPool.State seen, Usd used) {
        return used.compareTo(seen.allowance()) < 0 ? used : seen.allowance();
    }

    /// Whether money that is not needed now should be returned: little is left for others, or it was drawn a while ago
    /// and nothing is in flight.
    boolean mayRelease(Usd reserved) {
        boolean scarce = state.left().pico() < PARTS * call;
        return scarce || (reserved.equals(Usd.ZERO) && time.nanos() - changedAt > KEPT.toNanos());
    }

    private boolean change(CostPool.State seen, Usd allowance, Usd spent) throws InterruptedException {
        return pool.change(seen, allowance, spent)
                .map(changed -> {
                    state = changed;
                    stated = spent;
                    return true;
                })
                .orElse(false);
    }

    /// Measures how fast money is spent.
    private void measure(Usd spent) {
        long now = time.nanos();
        long passed = now - changedAt;
        if (passed > 0) {
            picoPerNano =
                    Math.max(picoPerNano / 2, (double) (spent.pico() - spentThen) / Math.max(passed, 100_000_000));
        }
        changedAt = now;
        spentThen = spent.pico();
    }

    @Override
    public void close() {
        pool.close();
    }
}
