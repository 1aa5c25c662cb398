package dev.rowan.engine.stop;

import java.time.Duration;

/// Waits between two attempts; a run that is stopping cuts the wait short.
public interface BackoffWait {

    /// Waits before the next attempt of a row, or throws [RowAbandonedException] when the run stops meanwhile.
    void pause(long rowSeq, Duration duration) throws InterruptedException;
}
