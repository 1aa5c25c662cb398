package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.engine.run.RunProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/// How a run stands at one moment, as it is shown while it runs.
///
/// `share` is how much of the source was read, from 0 to 1, where the source knows its size; `left` is how long the
/// rest may take at the pace of the last seconds.
record Moment(
        String name,
        RunProgress.Snapshot counts,
        Duration elapsed,
        double rowsPerSecond,
        OptionalDouble share,
        Optional<Duration> left,
        boolean stopping) {

    long count(Outcome outcome) {
        return counts.outcomes().getOrDefault(outcome, 0L);
    }
}
