package dev.rowan.engine.schedule;

import dev.rowan.api.Time;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.stop.BackoffWait;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// Finds the row that finished rows wait behind, since when, and what it waits for.
///
/// Thread-safe. Shared state: the rows in backoff between two visits, and, guarded by `lock`, the row of the last
/// snapshot.
public final class HeadRowMonitor implements BackoffWait {
    private final OrderedRelease release;
    private final ParkedRows parked;
    private final StopSignal stop;
    private final Time time;
    private final Map<Long, Long> backoffs = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private long head = -1;
    private long since;

    public HeadRowMonitor(OrderedRelease release, ParkedRows parked, StopSignal stop, Time time) {
        this.release = release;
        this.parked = parked;
        this.stop = stop;
        this.time = time;
    }

    @Override
    public void pause(long rowSeq, Duration duration) throws InterruptedException {
        backoffs.put(rowSeq, time.nanos() + duration.toNanos());
        try {
            stop.sleep(duration);
        } finally {
            backoffs.remove(rowSeq);
        }
    }

    /// The row, if finished rows wait; `calls` knows the calls in backoff.
    public Optional<Sample.HeadRow> snapshot(Optional<CallContext> calls) {
        long now = time.nanos();
        OptionalLong row = release.headRow();
        long first = first(row.orElse(-1), now);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Sample.HeadRow(
                row.getAsLong(),
                (now - first) / 1_000_000,
                backoff(row.getAsLong(), calls, now),
                parked.isWaiting(row.getAsLong())));
    }

    /// When this row was first seen as the head.
    private long first(long row, long now) {
        lock.lock();
        try {
            if (row != head) {
                head = row;
                since = now;
            }
            return since;
        } finally {
            lock.unlock();
        }
    }

    private OptionalLong backoff(long row, Optional<CallContext> calls, long now) {
        long until = Math.max(
                backoffs.getOrDefault(row, now),
                calls.map(context -> context.delayedUntil(row))
                        .orElse(OptionalLong.empty())
                        .orElse(now));
        return until - now >= 1_000_000 ? OptionalLong.of((until - now) / 1_000_000) : OptionalLong.empty();
    }
}
