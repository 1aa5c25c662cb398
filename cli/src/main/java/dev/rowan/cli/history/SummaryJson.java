package dev.rowan.cli.history;

import dev.rowan.cli.command.CallTotalsJson;
import dev.rowan.cli.terminal.CliJson;
import dev.rowan.landscape.history.RunSummary;
import java.util.LinkedHashMap;
import java.util.TreeMap;

/// A recorded run for machines.
public final class SummaryJson {
    private SummaryJson() {}

    public static CliJson of(RunSummary run) {
        var outcomes = new LinkedHashMap<String, Object>();
        new TreeMap<>(run.outcomes()).forEach((outcome, count) -> outcomes.put(outcome.word(), count));
        return CliJson.object()
                .put("run", run.runId())
                .put("name", run.name())
                .put("status", run.status())
                .put("simulated", run.simulated())
                .put("why", run.why())
                .put("started", run.started())
                .put("ended", run.ended())
                .put("last_event", run.lastEvent())
                .put("resumed", run.resumed())
                .put("rows_read", run.rowsRead())
                .put("rows_ended", run.rowsEnded())
                .put("rows_awaiting_results", run.awaiting())
                .put("jobs_by_step", run.jobs())
                .put("outcomes", outcomes)
                .put("sink_rows", run.sinkRows())
                .put("reasons", run.reasons())
                .put("calls", CallTotalsJson.of(run.calls()))
                .put("source", run.source())
                .put("pipeline_file", run.pipelineFile())
                .put("rowan_version", run.rowanVersion())
                .put("operator", run.operator())
                .put("events", run.events())
                .put("root", run.root());
    }
}
