package dev.rowan.cli.run;

import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.jobs.JobJson;
import dev.rowan.cli.terminal.Json;
import dev.rowan.engine.call.CallTally;
import dev.rowan.engine.run.RunProgress;
import dev.rowan.engine.run.RunResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;

/// A run that is over, for machines.
final class EndedRunJson {
    private EndedRunJson() {}

    static Json of(EndedRun ended) {
        RunResult result = ended.result();
        RunProgress.Snapshot counts = result.counts();
        var outcomes = new LinkedHashMap<String, Object>();
        counts.outcomes().forEach((outcome, count) -> outcomes.put(outcome.word(), count));
        return Json.object()
                .put("status", result.status().word())
                .put("exit_code", ended.code().number())
                .put("run", result.runId())
                .put("name", result.name())
                .put("why", result.why())
                .put("rows_read", counts.rowsRead())
                .put("rows_ended", counts.rowsEnded())
                .put("outcomes", outcomes)
                .put("reasons", counts.reasons())
                .put("sinks", ended.sinks().stream().map(EndedRunJson::sink).toList())
                .put("seconds", result.took())
                .put("rows_per_second", ended.rowsPerSecond())
                .put("peak_in_flight", result.peakInFlight())
                .put("simulated", result.simulated())
                .put("calls", calls(counts.calls()))
                .put("rows_awaiting_results", ended.awaiting())
                .put("jobs", ended.jobs().stream().map(JobJson::of).toList())
                .put("landscape", ended.landscape())
                .put("head", head(ended));
    }

    private static Json calls(CallTally.Snapshot calls) {
        return Json.object()
                .put("answered", calls.answered())
                .put("attempts", calls.attempts())
                .put("reused", calls.reused())
                .put("no_room", calls.refused())
                .put("cost_usd", calls.spent().dollars())
                .put("max_cost_usd", calls.cap().map(Usd::dollars));
    }

    private static Json sink(EndedRun.Written sink) {
        return Json.object()
                .put("name", sink.name())
                .put("file", sink.file().map(Path::toString))
                .put("rows", sink.rows())
                .put("bytes", sink.bytes())
                .put("sha256", sink.mark().map(Sink.Mark::sha256));
    }

    private static Json head(EndedRun ended) {
        var head = ended.result().head();
        return Json.object()
                .put("size", head.size())
                .put("root", head.root())
                .put("last_leaf", head.lastLeaf())
                .put("time", head.time())
                .put("file", ended.headFile().map(Path::toString));
    }
}
