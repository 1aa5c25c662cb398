package dev.rowan.api.plugin;

import java.time.Duration;

/// Whether a run is on pace for its deadline. Thread-safe.
@FunctionalInterface
public interface RunDeadline {
    /// A run without a deadline.
    RunDeadline NONE = _ -> false;

    /// Whether the run would end too late if it continued at its pace, or with a call that takes as long as `slowest`.
    boolean isAtRisk(Duration slowest);
}
