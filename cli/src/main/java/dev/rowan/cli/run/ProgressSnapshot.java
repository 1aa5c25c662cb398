package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.engine.progress.RunProgress;
import java.time.Duration;
import java.util.List;

/// The progress of a run at one moment; `waits` are the things it waits for.
record ProgressSnapshot(
        String name,
        RunProgress.Snapshot counts,
        Duration elapsed,
        RunEstimate estimate,
        List<String> waits,
        boolean stopping) {
    ProgressSnapshot {
        waits = List.copyOf(waits);
    }

    long count(Outcome outcome) {
        return counts.outcomes().getOrDefault(outcome, 0L);
    }
}
