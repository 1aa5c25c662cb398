package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.progress.RunProgress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Snapshots of the progress of runs.
final class ProgressFixture {
    private ProgressFixture() {}

    /// A run without batch jobs, not paused, whose database can be reached and in which no row blocks others.
    static RunProgress.Snapshot snapshot(
            long rowsRead,
            long rowsEnded,
            long inFlight,
            long waitingToLeave,
            Map<Outcome, Long> outcomes,
            Map<String, Long> sinks,
            Map<String, Long> reasons,
            long sourceDone,
            OptionalLong sourceSize,
            CallStatistics.Snapshot calls) {
        return new RunProgress.Snapshot(
                rowsRead,
                rowsEnded,
                inFlight,
                waitingToLeave,
                0,
                outcomes,
                sinks,
                reasons,
                sourceDone,
                sourceSize,
                calls,
                0,
                List.of(),
                false,
                Optional.empty(),
                Optional.empty(),
                0,
                0);
    }

    /// The same with rows that wait for a batch service.
    static RunProgress.Snapshot withParked(RunProgress.Snapshot counts, long parked) {
        return new RunProgress.Snapshot(
                counts.rowsRead(),
                counts.rowsEnded(),
                counts.inFlight(),
                counts.waitingToLeave(),
                counts.undurable(),
                counts.outcomes(),
                counts.sinks(),
                counts.reasons(),
                counts.sourceDone(),
                counts.sourceSize(),
                counts.calls(),
                parked,
                counts.jobs(),
                counts.paused(),
                counts.landscape(),
                counts.head(),
                counts.endedBefore(),
                0);
    }
}
