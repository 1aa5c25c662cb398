package dev.rowan.api;

import java.time.Duration;
import java.time.Instant;

/// The system clock, for composition roots.
public final class SystemTime implements Time {

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
    }
}
