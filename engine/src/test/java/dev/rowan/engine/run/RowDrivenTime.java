package dev.rowan.engine.run;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A clock that moves on by a millisecond whenever the thread of a row looks at it, which a thread that waits for a
/// time
/// of such a clock keeps doing. A row that the machine does not let run sees no time pass, however busy that is.
///
/// Shared state: the time, an atomic.
final class RowDrivenTime implements Time {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final long TICK = Duration.ofMillis(1).toNanos();

    private final AtomicLong nanos = new AtomicLong();

    @Override
    public Instant instant() {
        return START.plusNanos(nanos.get());
    }

    @Override
    public long nanos() {
        return Thread.currentThread().getName().startsWith("row-") ? nanos.addAndGet(TICK) : nanos.get();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        long until = nanos() + duration.toNanos();
        while (nanos() < until) {
            LockSupport.parkNanos(TICK);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
