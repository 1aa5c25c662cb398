package dev.rowan.web.record;

import dev.rowan.landscape.history.RunSummary;
import java.util.Map;

/// Runs that differ a little.
final class Others {
    private Others() {}

    static RunSummary withRoot(RunSummary run, String root) {
        return new RunSummary(
                run.runId(),
                run.name(),
                run.status(),
                run.why(),
                run.started(),
                run.ended(),
                run.lastEvent(),
                run.rowsRead(),
                run.rowsEnded(),
                run.outcomes(),
                run.sinkRows(),
                run.reasons(),
                run.source(),
                run.pipelineFile(),
                run.rowanVersion(),
                run.operator(),
                run.events(),
                root,
                run.calls(),
                run.simulated(),
                0,
                0,
                Map.of(),
                0);
    }
}
