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

/// Alarms for all exchanges of a client, kept by one thread that sleeps until the first of them is due.
///
/// Shared state, guarded by `lock`: the alarms, and when the thread will wake by itself. Actions run without the lock.
final class Deadlines implements AutoCloseable {
    private final Time time;
    private final CallScope scope = CallScope.openPlatform("http-deadlines");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final TreeMap<Alarm, Runnable> alarms = new TreeMap<>();
    private Optional<Long> wakeAt = Optional.empty();
    private long lastId;
    private boolean closed;

    /// One alarm; those that are due at the same time differ by `id`.
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

    /// Runs `action` when `time` reaches `at`, unless the alarm is cancelled before.
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
                ringDue();
                time.sleep(untilNext());
            } catch (InterruptedException _) {
                // an earlier alarm was set, or the end has come: look again
            } catch (OutOfMemoryError _) {
                Thread.onSpinWait(); // what is due rings when there is memory again
            }
        }
    }

    /// Runs the actions whose time has come; an alarm is taken out when its action has run.
    private void ringDue() {
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

    /// How long to sleep for the next alarm; waits while there is none.
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
