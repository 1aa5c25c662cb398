package dev.rowan.providers.http;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Timers for all exchanges of a client, run by one thread.
///
/// Shared state, guarded by `lock`: the timers, and when the thread will wake up. Actions run without the lock.
final class Deadlines implements AutoCloseable {
    private final Time time;
    private final CallScope scope = CallScope.openPlatform("http-deadlines");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final TreeMap<Alarm, Runnable> alarms = new TreeMap<>();
    private Optional<Long> wakeAt = Optional.empty();
    private long lastId;
    private boolean closed;

    /// A timer; `id` distinguishes those due at the same time.
    record Alarm(long at, long id) implements Comparable<Alarm> {
        private static final Comparator<Alarm> ORDER =
                Comparator.<Alarm>comparingLong(Alarm::at).thenComparingLong(Alarm::id);

        @Override
        public int compareTo(Alarm other) {
            return ORDER.compare(this, other);
        }
    }

    Deadlines(Time time) {
        this.time = time;
        scope.start(this::watch);
    }

    /// Runs `action` when `time` reaches `at`, unless cancelled before.
    Alarm set(long at, Runnable action) {
        lock.lock();
        try {
            var alarm = new Alarm(at, ++lastId);
            alarms.put(alarm, action);
            if (wakeAt.isEmpty()) {
                added.signal();
            } else if (at < wakeAt.get()) {
                scope.interrupt();
            }
            return alarm;
        } finally {
            lock.unlock();
        }
    }

    void cancel(Alarm alarm) {
        lock.lock();
        try {
            alarms.remove(alarm);
        } finally {
            lock.unlock();
        }
    }

    private void watch() {
        while (!isClosed()) {
            try {
                runDue();
                time.sleep(untilNext());
            } catch (InterruptedException _) {
                // an earlier timer was set, or it was closed: check again
            } catch (OutOfMemoryError _) {
                Thread.onSpinWait(); // what is due rings when there is memory again
            }
        }
    }

    /// Runs due actions; a timer is removed after its action has run.
    private void runDue() {
        for (var due = firstDue(); due.isPresent(); due = firstDue()) {
            due.get().getValue().run();
            cancel(due.get().getKey());
        }
    }

    private Optional<Map.Entry<Alarm, Runnable>> firstDue() {
        lock.lock();
        try {
            return Optional.ofNullable(alarms.floorEntry(new Alarm(time.nanos(), Long.MAX_VALUE)))
                    .map(_ -> alarms.firstEntry());
        } finally {
            lock.unlock();
        }
    }

    /// How long to sleep until the next timer; waits while there is none.
    private Duration untilNext() throws InterruptedException {
        lock.lock();
        try {
            wakeAt = Optional.empty();
            while (alarms.isEmpty()) {
                added.await();
            }
            long at = alarms.firstKey().at();
            wakeAt = Optional.of(at);
            return Duration.ofNanos(Math.max(0, at - time.nanos()));
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        scope.close();
    }
}
