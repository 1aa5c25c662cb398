package dev.rowan.api.plugin;

import java.time.Duration;

/// How a run stands against its deadline. Thread-safe.
@FunctionalInterface
public interface RunDeadline {
    /// A run without a deadline.
    RunDeadline NONE = _ -> false;

    /// Whether the run would end too late if it went on at its pace, or with a call that takes as long as `slowest`.
    boolean isAtRisk(Duration slowest);
}
