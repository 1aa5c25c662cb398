package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.report.SplitReport;
import java.time.Duration;
import java.util.List;

/// The progress of a run at one moment; `waits` are the things it waits for, `splits` those of a run with
/// subtasks.
record ProgressSnapshot(
        String name,
        RunProgress.Snapshot counts,
        Duration elapsed,
        RunEstimate estimate,
        List<String> waits,
        boolean stopping,
        SplitReport splits) {
    ProgressSnapshot {
        waits = List.copyOf(waits);
    }

    /// The progress of a run in one process.
    ProgressSnapshot(
            String name,
            RunProgress.Snapshot counts,
            Duration elapsed,
            RunEstimate estimate,
            List<String> waits,
            boolean stopping) {
        this(name, counts, elapsed, estimate, waits, stopping, SplitReport.NONE);
    }

    ProgressSnapshot with(SplitReport report) {
        return new ProgressSnapshot(name, counts, elapsed, estimate, waits, stopping, report);
    }

    long count(Outcome outcome) {
        return counts.outcomes().getOrDefault(outcome, 0L);
    }
}
