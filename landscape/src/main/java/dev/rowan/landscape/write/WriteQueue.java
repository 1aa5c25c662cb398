package dev.rowan.landscape.write;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The queue of events for the writer, which takes them in groups, one per transaction.
///
/// Any thread may put and await; only the writer's thread takes. `lock` guards all state and is never held during
/// I/O; `committedTo` and `failure` are also read without it. A put blocks only while the group is full.
final class WriteQueue {
    private final Limits limits;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition due = lock.newCondition();
    private final Condition notFull = lock.newCondition();

    private ArrayList<Event> group = new ArrayList<>();
    private long bytes;
    private long firstPutNanos;
    private long taken;
    private volatile long committedTo;
    private long takenNanos;
    private double eventsPerSecond;
    private long wantedTo;
    private long wantedNanos;
    private boolean closed;
    private volatile @Nullable Throwable failure;
    private List<Waiting> waiting = new ArrayList<>();

    /// A thread waiting until the event with this number is durable.
    private record Waiting(long number, Thread thread) {}

    /// A group is due at so many events or bytes, or at the age of its first event, or, if a thread awaits it,
    /// after the delay which that thread allows. While the writer is busy a group may grow to twice its limits;
    /// then puts block.
    ///
    /// Each commit writes the last page of some ten B-trees, so at low rates it pays to commit several rows
    /// together. From `busy` events per second on, nobody is delayed: groups form while the writer works, and
    /// requests released together when their intents are committed would overflow a small token bucket of the
    /// service. A queue counts as busy for its first 200 ms, so that the first requests are sent at once.
    record Limits(int events, long bytes, Duration age, int busy) {
        static final Limits USUAL = new Limits(3_000, 4L << 20, Duration.ofMillis(100), 500);
    }

    WriteQueue(Limits limits, Time time) {
        this.limits = limits;
        this.time = time;
        this.takenNanos = time.nanos();
        this.eventsPerSecond = 1.2 * limits.busy();
    }

    /// Adds events that are committed together; returns the number of the last one.
    long put(List<Event> together) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (isFull() && failure == null && !closed) {
                notFull.await();
            }
            throwIfFailed();
            if (closed) {
                throw new IllegalStateException("the run's record is closed: nothing can be added");
            }
            group.ensureCapacity(group.size() + together.size()); // all of them or, without memory, none
            if (group.isEmpty()) {
                firstPutNanos = time.nanos();
                due.signal();
            }
            for (int i = 0; i < together.size(); i++) {
                group.add(together.get(i));
                bytes += together.get(i).weight();
            }
            if (isDue()) {
                due.signal();
            }
            return taken + group.size();
        } finally {
            lock.unlock();
        }
    }

    /// The next group when due; empty after `patience`, or when the queue is closed and drained.
    List<Event> take(Optional<Duration> patience) throws InterruptedException {
        long started = time.nanos();
        lock.lockInterruptibly();
        try {
            boolean waited = false;
            while (!isDue() && !closed && !waited) {
                long wait = waitNanos(patience, started);
                waited = wait <= 0 || due.awaitNanos(wait) <= 0;
            }
            List<Event> next = group;
            if (!next.isEmpty()) {
                measure(next.size());
            }
            group = new ArrayList<>(Math.min(2 * limits.events(), next.size() + 16));
            taken += next.size();
            bytes = 0;
            notFull.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /// How long the writer may sleep: until the group is due, or until its patience ends.
    private long waitNanos(Optional<Duration> patience, long started) {
        long now = time.nanos();
        long untilOld = group.isEmpty() ? Long.MAX_VALUE : limits.age().toNanos() - (now - firstPutNanos);
        long untilWanted = isWanted() ? wantedNanos - now : Long.MAX_VALUE;
        long untilImpatient = patience.map(p -> p.toNanos() - (now - started)).orElse(Long.MAX_VALUE);
        return Math.min(Math.min(untilOld, untilWanted), untilImpatient);
    }

    private boolean isDue() {
        return !group.isEmpty() && (isLarge() || (isWanted() && (isBusy() || isLate())));
    }

    /// Whether a thread awaits an event of the group.
    private boolean isWanted() {
        return wantedTo > taken;
    }

    private boolean isBusy() {
        return eventsPerSecond >= limits.busy();
    }

    /// Adds this group to the average rate of about the last second.
    private void measure(int events) {
        long now = time.nanos();
        double seconds = Math.max(now - takenNanos, 1) / 1e9;
        eventsPerSecond += Math.min(1, seconds) * (events / seconds - eventsPerSecond);
        takenNanos = now;
    }

    /// Whether the first waiting thread's delay has passed.
    private boolean isLate() {
        return time.nanos() - wantedNanos >= 0;
    }

    private boolean isLarge() {
        return group.size() >= limits.events() || bytes >= limits.bytes();
    }

    private boolean isFull() {
        return group.size() >= 2 * limits.events() || bytes >= 2 * limits.bytes();
    }

    /// Marks everything taken so far as durable and wakes only the threads that awaited it.
    void committed() {
        List<Waiting> done = new ArrayList<>();
        lock.lock();
        try {
            committedTo = taken;
            List<Waiting> others = new ArrayList<>();
            waiting.forEach(each -> (each.number() <= taken ? done : others).add(each));
            waiting = others;
        } finally {
            lock.unlock();
        }
        done.forEach(each -> LockSupport.unpark(each.thread()));
    }

    /// Waits until the event with this number is durable; its group is due `delay` after the previous one was
    /// taken.
    void await(long number, Duration delay) throws InterruptedException {
        if (committedTo < number) {
            join(number, delay);
        }
        while (committedTo < number) {
            throwIfFailed();
            LockSupport.park(this);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private void join(long number, Duration delay) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (number > taken) {
                long by = takenNanos + delay.toNanos();
                if (!isWanted() || by - wantedNanos < 0) {
                    wantedNanos = by;
                    due.signal();
                }
                wantedTo = Math.max(wantedTo, number);
            }
            if (committedTo < number) {
                waiting.add(new Waiting(number, Thread.currentThread()));
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            due.signal();
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Marks the writer as failed; current and later callers get the cause. Allocates nothing, so that nobody waits
    /// for a writer that ran out of memory.
    void fail(Throwable why) {
        lock.lock();
        try {
            failure = why;
            group.clear();
            notFull.signalAll();
            for (int i = 0; i < waiting.size(); i++) {
                LockSupport.unpark(waiting.get(i).thread());
            }
            waiting.clear();
        } finally {
            lock.unlock();
        }
    }

    private void throwIfFailed() {
        Throwable why = failure;
        if (why != null) {
            throw why instanceof LandscapeException known
                    ? known.forAnotherThread()
                    : new LandscapeException("the writer of the record has failed: " + why, why);
        }
    }
}
