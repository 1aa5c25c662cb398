package dev.rowan.engine.order;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Holds finished items until their turn, and hands them out in order.
///
/// A turn is the position of an item in the order: numbers without gaps. Values are held up to a number of bytes;
/// beyond it only the `thin` form of an
/// item is kept, and its taker reloads the values. Thin items are bounded too, in number and in bytes:
/// [#awaitCapacity] blocks the producer. Items taken last count until the next take, while their taker works on
/// them.
///
/// Shared state, guarded by `lock`: the ring of items from `head` on, the bytes held, the end.
public final class ReorderBuffer<T> {
    /// What thin items may take beside the values.
    private static final long THIN_BYTES = 64L << 20;

    private final long maxBytes;
    private final int maxHeld;
    private final ToLongFunction<T> size;
    private final UnaryOperator<T> thin;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ready = lock.newCondition();
    private final Condition notFull = lock.newCondition();

    private @Nullable Object[] ring = new @Nullable Object[1024];
    private long head;
    private int count;
    private int wanted = 1;
    private long bytes;
    private long takenBytes;
    private boolean ended;
    private boolean woken;

    /// `first` is the first turn; `size` measures an item, thin or not; `thin` drops its values.
    public ReorderBuffer(long first, long maxBytes, int maxHeld, ToLongFunction<T> size, UnaryOperator<T> thin) {
        this.head = first;
        this.maxBytes = maxBytes;
        this.maxHeld = maxHeld;
        this.size = size;
        this.thin = thin;
    }

    /// Waits until an item of this turn may be started: until it is less than `maxHeld` turns ahead of the head,
    /// and the memory bounds hold. False if the buffer has ended instead. All earlier turns must have been started,
    /// or nothing would be freed.
    public boolean awaitCapacity(long turn) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!ended && (turn - head >= maxHeld || bytes - maxBytes > THIN_BYTES)) {
                notFull.await();
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /// Whether an item of this turn may be started now.
    public boolean hasCapacity(long turn) {
        lock.lock();
        try {
            return !ended && turn - head < maxHeld && bytes - maxBytes <= THIN_BYTES;
        } finally {
            lock.unlock();
        }
    }

    /// Puts the finished item of a turn, once.
    public void complete(long turn, T item) {
        long weight = size.applyAsLong(item);
        lock.lock();
        try {
            long ahead = turn - head;
            if (ahead < 0 || ahead >= maxHeld) {
                throw new IllegalStateException("turn " + turn + " is outside " + head + " to " + (head + maxHeld - 1));
            }
            grow(ahead);
            int at = index(turn);
            if (ring[at] != null) {
                throw new IllegalStateException("turn " + turn + " is finished already");
            }
            boolean keep = ahead == 0 || bytes + weight <= maxBytes;
            T held = keep ? item : thin.apply(item);
            ring[at] = held;
            bytes += keep ? weight : size.applyAsLong(held);
            count++;
            if (count >= wanted && ring[index(head)] != null) {
                ready.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /// The items whose turn it is, at most `max`; waits up to `wait` for the first. Empty on timeout, or if [#end]
    /// was called and no more can come: see [#isDrained].
    public List<T> take(int max, Duration wait) throws InterruptedException {
        return take(1, max, wait);
    }

    /// The same, but waits up to `wait` until `some` are held, so that not each of them wakes the taker.
    public List<T> take(int some, int max, Duration wait) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            forgetTaken();
            wanted = some;
            long left = wait.toNanos();
            while ((count < some || ring[index(head)] == null) && !ended && !woken && left > 0) {
                left = ready.awaitNanos(left);
            }
            woken = false;
            return takeReady(max);
        } finally {
            lock.unlock();
        }
    }

    /// Ends the current or next wait of the taker.
    public void wake() {
        lock.lock();
        try {
            woken = true;
            ready.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void forgetTaken() {
        if (takenBytes > 0) {
            bytes -= takenBytes;
            takenBytes = 0;
            notFull.signalAll();
        }
    }

    @SuppressWarnings("unchecked") // only items of type T are put
    private List<T> takeReady(int max) {
        var taken = new ArrayList<T>();
        while (taken.size() < max && ring[index(head)] != null) {
            T item = (T) ring[index(head)];
            ring[index(head)] = null;
            takenBytes += size.applyAsLong(item);
            count--;
            head++;
            taken.add(item);
        }
        if (!taken.isEmpty()) {
            notFull.signalAll();
        }
        return taken;
    }

    /// No more items will be started; those put already can still be taken in turn.
    public void end() {
        lock.lock();
        try {
            ended = true;
            ready.signalAll();
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Whether nothing more can be taken: the end was called and the head is missing.
    public boolean isDrained() {
        lock.lock();
        try {
            return ended && ring[index(head)] == null;
        } finally {
            lock.unlock();
        }
    }

    /// The next turn, if it is missing while later items wait for it.
    public OptionalLong missing() {
        lock.lock();
        try {
            return count > 0 && ring[index(head)] == null ? OptionalLong.of(head) : OptionalLong.empty();
        } finally {
            lock.unlock();
        }
    }

    /// The next turn.
    public long head() {
        lock.lock();
        try {
            return head;
        } finally {
            lock.unlock();
        }
    }

    /// The number of finished items that wait.
    public int held() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    private int index(long turn) {
        return (int) (turn & (ring.length - 1));
    }

    /// Doubles the ring until it spans `ahead` turns.
    private void grow(long ahead) {
        int length = ring.length;
        while (ahead >= length) {
            length *= 2;
        }
        if (length == ring.length) {
            return;
        }
        @Nullable Object[] larger = new @Nullable Object[length];
        for (long turn = head; turn < head + ring.length; turn++) {
            larger[(int) (turn & (length - 1))] = ring[index(turn)];
        }
        ring = larger;
    }
}
