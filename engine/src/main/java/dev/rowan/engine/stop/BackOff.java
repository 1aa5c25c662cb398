package dev.rowan.engine.stop;

import java.time.Duration;

/// Waits between two attempts; a run that is stopping cuts the wait short.
public interface BackOff {

    /// Waits, or throws [RowAbandoned] when the run stops meanwhile.
    void pause(Duration duration) throws InterruptedException;
}
