package dev.rowan.engine.batch.runtime;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/// A clock that never waits: a sleep advances it. A sleep beyond its end blocks until interrupted. Shared
/// state: the time, an atomic, and its end.
public final class RushTime implements Time {
    static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private volatile long end = Long.MAX_VALUE;

    /// Sets the end of the clock.
    void endAt(long last) {
        end = last;
    }

    void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos.get());
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long until = nanos.get() + duration.toNanos();
        if (until > end) {
            new CountDownLatch(1).await();
        }
        nanos.accumulateAndGet(until, Math::max);
    }
}
