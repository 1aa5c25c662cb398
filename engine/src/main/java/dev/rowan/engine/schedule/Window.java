package dev.rowan.engine.schedule;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Bounds the rows in flight, in number and in memory.
///
/// A row larger than the whole memory enters alone. A row inside never waits for memory: its growth is only
/// counted, so that others enter later. Rows enter in the order they ask, so that a large row is not overtaken for
/// ever.
///
/// A waiter is woken when several slots are free, not for each: waking a thread costs more than most rows do. If
/// only few become free, a waiter notices after [#MAX_WAKE_DELAY].
///
/// Shared state, guarded by `lock`: the rows inside, their bytes, their peak, what the next one waits for, and
/// whether the window is closed. `entrance` is held by the next row.
public final class Window {
    /// The default share of the heap for rows in flight.
    private static final int HEAP_SHARE = 4;

    private static final long MAX_WAKE_DELAY = Duration.ofMillis(10).toNanos();

    private final int limit;
    private final long maxBytes;
    private final int low;
    private final ReentrantLock entrance = new ReentrantLock(true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int inside;
    private long bytes;
    private long wanted;
    private int peak;
    private boolean closed;

    public Window(int limit, long maxBytes) {
        this.limit = limit;
        this.maxBytes = maxBytes;
        this.low = limit - 1 - limit / 64;
    }

    /// The default memory for rows in flight.
    public static long defaultMemory() {
        return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    }

    /// The slot of one row. Used by one thread at a time.
    public final class Slot {
        /// How far a row may grow before that is counted, so that small rows take no lock.
        private static final long STEP = 16 << 10;

        private long counted;
        private long uncounted;

        private Slot(long counted) {
            this.counted = counted;
        }

        /// Counts a growth, or a negative one; never waits.
        public void grow(long more) {
            uncounted += more;
            if (Math.abs(uncounted) >= STEP) {
                count(uncounted);
                counted += uncounted;
                uncounted = 0;
            }
        }

        /// Frees the slot.
        public void leave() {
            Window.this.leave(counted);
        }
    }

    /// Waits for a slot for a row of so many bytes; empty if the window is closed instead.
    public Optional<Slot> enter(long size) throws InterruptedException {
        Optional<Slot> slot = Optional.of(new Slot(size)); // before anything is counted
        entrance.lockInterruptibly();
        try {
            return admit(size) ? slot : Optional.empty();
        } finally {
            entrance.unlock();
        }
    }

    private boolean admit(long size) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            wanted = size;
            while (!closed && !hasCapacity()) {
                changed.awaitNanos(MAX_WAKE_DELAY);
            }
            if (closed) {
                return false;
            }
            inside++;
            bytes += size;
            peak = Math.max(peak, inside);
            return true;
        } finally {
            wanted = 0;
            lock.unlock();
        }
    }

    private boolean hasCapacity() {
        return inside < limit && fits();
    }

    private boolean fits() {
        return inside == 0 || bytes + wanted <= maxBytes;
    }

    private void count(long more) {
        lock.lock();
        try {
            boolean before = fits();
            bytes += more;
            signalIf(!before && fits());
        } finally {
            lock.unlock();
        }
    }

    private void leave(long counted) {
        lock.lock();
        try {
            if (inside == 0) {
                throw new IllegalStateException("more rows left the window than entered it");
            }
            boolean before = fits();
            inside--;
            bytes -= counted;
            signalIf(inside == low || inside == 0 || (!before && fits()));
        } finally {
            lock.unlock();
        }
    }

    private void signalIf(boolean due) {
        if (due) {
            changed.signalAll();
        }
    }

    /// Admits no more rows; those inside stay.
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until no row is inside; false on timeout.
    public boolean awaitEmpty(Duration wait) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = wait.toNanos();
            while (inside > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
            return inside == 0;
        } finally {
            lock.unlock();
        }
    }

    int limit() {
        return limit;
    }

    public int inside() {
        lock.lock();
        try {
            return inside;
        } finally {
            lock.unlock();
        }
    }

    /// The approximate memory of the rows inside.
    public long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    public int peak() {
        lock.lock();
        try {
            return peak;
        } finally {
            lock.unlock();
        }
    }
}
