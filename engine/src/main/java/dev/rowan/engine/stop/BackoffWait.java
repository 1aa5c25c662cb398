package dev.rowan.engine.stop;

import java.time.Duration;

/// Waits between two attempts; a stopping run ends the wait.
public interface BackoffWait {

    /// Waits before the next attempt of a row; throws [RowAbandonedException] if the run stops meanwhile.
    void pause(long rowSeq, Duration duration) throws InterruptedException;
}
