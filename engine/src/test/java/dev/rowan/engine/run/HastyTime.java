package dev.rowan.engine.run;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;

/// The machine's clock, but five times as fast: for tests of what happens every second of real time.
final class HastyTime implements Time {
    private static final int FACTOR = 5;

    private final Time real = new SystemTime();
    private final long nanos = real.nanos();
    private final Instant instant = real.instant();

    @Override
    public Instant instant() {
        return instant.plusNanos(nanos() - nanos);
    }

    @Override
    public long nanos() {
        return nanos + (real.nanos() - nanos) * FACTOR;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        real.sleep(duration.dividedBy(FACTOR));
    }
}
