package dev.rowan.landscape;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// Time that advances only when a test advances it.
public final class FakeTime implements Time {
    public static final Instant START = Instant.parse("2026-11-01T12:00:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong wall = new AtomicLong();

    /// Sets the wall clock forward or back; monotonic time is unaffected.
    public void jump(Duration by) {
        wall.addAndGet(by.toNanos());
    }

    public void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos.get()).plusNanos(wall.get());
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public void sleep(Duration duration) {
        advance(duration);
    }
}
