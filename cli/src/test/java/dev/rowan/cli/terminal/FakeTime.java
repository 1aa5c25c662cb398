package dev.rowan.cli.terminal;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;

/// Time that moves only when a test moves it. Owned by one thread.
public final class FakeTime implements Time {
    public static final Instant START = Instant.parse("2026-11-15T09:30:00Z");

    private Duration passed = Duration.ZERO;

    public FakeTime advance(Duration by) {
        passed = passed.plus(by);
        return this;
    }

    @Override
    public Instant instant() {
        return START.plus(passed);
    }

    @Override
    public long nanos() {
        return passed.toNanos();
    }

    @Override
    public void sleep(Duration duration) {
        advance(duration);
    }
}
