package dev.rowan.cli.history;

import dev.rowan.landscape.history.RunSummary;
import java.time.Duration;
import java.util.Optional;

/// The duration of a run.
final class RunTimes {
    private RunTimes() {}

    /// From start to end; empty if it has not ended.
    static Optional<Duration> took(RunSummary run) {
        return run.ended().map(end -> Duration.between(run.started(), end));
    }
}
