package dev.rowan.engine.pool;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// The counters behind a pool's statistics; each is thread-safe.
final class PoolCounters {
    private final LongAdder capacityRetries = new LongAdder();
    private final LongAdder successes = new LongAdder();
    private final LongAdder throttleNanos = new LongAdder();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger peakInFlight = new AtomicInteger();

    void capacityRetry() {
        capacityRetries.increment();
    }

    void success() {
        successes.increment();
    }

    void throttled(long nanos) {
        throttleNanos.add(nanos);
    }

    void onWire() {
        int now = inFlight.incrementAndGet();
        if (now > peakInFlight.get()) {
            peakInFlight.accumulateAndGet(now, Math::max);
        }
    }

    int onWireNow() {
        return inFlight.get();
    }

    void offWire() {
        inFlight.decrementAndGet();
    }

    PoolStatistics statistics(int size, Duration peakDelay, Duration currentDelay) {
        return new PoolStatistics(
                size,
                capacityRetries.sum(),
                successes.sum(),
                peakDelay,
                currentDelay,
                Duration.ofNanos(throttleNanos.sum()),
                peakInFlight.get());
    }
}
