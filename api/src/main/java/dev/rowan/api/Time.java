package dev.rowan.api;

import java.time.Duration;
import java.time.InstantSource;

/// Wall-clock time for people, monotonic time for decisions, and waiting. Passed in everywhere, so that tests own it.
public interface Time extends InstantSource {

    /// Nanoseconds that only ever rise; meaningful as differences.
    long nanos();

    void sleep(Duration duration) throws InterruptedException;
}
