package dev.rowan.engine.batch;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// A clock on which nobody waits: whoever sleeps moves it on to the time that they sleep until. Shared state:
/// the time, an atomic.
final class RushTime implements Time {
    static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    private final AtomicLong nanos = new AtomicLong();

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
        nanos.accumulateAndGet(until, Math::max);
    }
}
