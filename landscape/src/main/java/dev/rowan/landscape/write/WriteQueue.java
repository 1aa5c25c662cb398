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

/// Where events wait for the writer, as the group that its next transaction takes whole.
///
/// Any thread may put and await; one thread, the writer's, takes. `lock` guards everything and is never held while
/// anything is written or waited for; `committedTo` and `failure` are also read without it. A put waits only while the
/// group is full.
final class WriteQueue {
    private final Limits limits;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition due = lock.newCondition();
    private final Condition room = lock.newCondition();

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

    /// A thread that waits until the event with this number is durable.
    private record Waiting(long number, Thread thread) {}

    /// When a group is written: when it has so many events or bytes, or its first event is so old; and when
    /// someone waits for it, after the delay that they allow. A group may grow to twice the first two while the
    /// writer is busy with the one before; then puts wait.
    ///
    /// Each commit writes the last page of some ten B-trees, so at low rates it pays to commit several rows
    /// together. From `busy` events a second on, nobody is delayed: groups form by themselves while the writer
    /// is at work, and requests that leave together when their intents are committed would overflow a small
    /// bucket of the service. An intake is busy for its first fifth of a second, so that the first
    /// requests leave at once.
    record Limits(int events, long bytes, Duration age, int busy) {
        static final Limits USUAL = new Limits(3_000, 4L << 20, Duration.ofMillis(100), 500);
    }

    WriteQueue(Limits limits, Time time) {
        this.limits = limits;
        this.time = time;
        this.takenNanos = time.nanos();
        this.eventsPerSecond = 1.2 * limits.busy();
    }

    /// Adds events that are committed together; gives the number of the last one.
    long put(List<Event> together) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (isFull() && failure == null && !closed) {
                room.await();
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

    /// The next group, when it is due; empty when `patience` passed or the intake is closed and all was taken.
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
            room.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /// How long the writer may sleep: until the group is old enough, someone has waited for it long enough, or its own
    /// patience ends.
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

    /// Whether someone waits for an event of the group.
    private boolean isWanted() {
        return wantedTo > taken;
    }

    private boolean isBusy() {
        return eventsPerSecond >= limits.busy();
    }

    /// Takes this group into the average rate of about the last second.
    private void measure(int events) {
        long now = time.nanos();
        double seconds = Math.max(now - takenNanos, 1) / 1e9;
        eventsPerSecond += Math.min(1, seconds) * (events / seconds - eventsPerSecond);
        takenNanos = now;
    }

    /// Whether the first of those who wait for the group need not wait any longer.
    private boolean isLate() {
        return time.nanos() - wantedNanos >= 0;
    }

    private boolean isLarge() {
        return group.size() >= limits.events() || bytes >= limits.bytes();
    }

    private boolean isFull() {
        return group.size() >= 2 * limits.events() || bytes >= 2 * limits.bytes();
    }

    /// Says that everything taken so far is durable, and wakes those who waited for it and nobody else.
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

    /// Waits until the event with this number is durable, and hastens it: it is taken when `delay` has passed since
    /// the last group was.
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
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Says that the writer has given up; everyone who waits or comes later hears why. Allocates nothing, so that
    /// nobody waits for a writer that ran out of memory.
    void fail(Throwable why) {
        lock.lock();
        try {
            failure = why;
            group.clear();
            room.signalAll();
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
