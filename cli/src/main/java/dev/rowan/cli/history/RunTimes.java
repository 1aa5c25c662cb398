package dev.rowan.cli.history;

import dev.rowan.landscape.history.RunSummary;
import java.time.Duration;
import java.util.Optional;

/// How long a run took.
final class RunTimes {
    private RunTimes() {}

    /// From start to end; empty while there is no end.
    static Optional<Duration> took(RunSummary run) {
        return run.ended().map(end -> Duration.between(run.started(), end));
    }
}
