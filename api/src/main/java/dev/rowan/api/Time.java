package dev.rowan.api;

import java.time.Duration;
import java.time.InstantSource;

/// Wall-clock time, monotonic time and sleep. Injected everywhere, so that tests control it.
public interface Time extends InstantSource {

    /// Monotonic nanoseconds; only differences are meaningful.
    long nanos();

    void sleep(Duration duration) throws InterruptedException;
}
