package dev.rowan.cli.run;

import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.CallTotalsJson;
import dev.rowan.cli.jobs.JobJson;
import dev.rowan.cli.rows.CommonFailure;
import dev.rowan.cli.terminal.CliJson;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.nio.file.Path;
import java.util.LinkedHashMap;

/// A run that is over, for machines.
final class EndedRunJson {
    private EndedRunJson() {}

    static CliJson of(EndedRun ended) {
        RunResult result = ended.result();
        RunProgress.Snapshot counts = result.counts();
        var outcomes = new LinkedHashMap<String, Object>();
        counts.outcomes().forEach((outcome, count) -> outcomes.put(outcome.word(), count));
        return CliJson.object()
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
                .put("seconds", ended.took())
                .put("rows_per_second", ended.rowsPerSecond())
                .put("peak_in_flight", result.peakInFlight())
                .put("simulated", result.simulated())
                .put("calls", calls(ended))
                .put("most_frequent_failure", ended.failure().map(CommonFailure::json))
                .put("rows_awaiting_results", ended.awaiting())
                .put("jobs", ended.jobs().stream().map(JobJson::of).toList())
                .put("landscape", ended.landscape())
                .put("head", head(ended));
    }

    /// Of the whole run, over its resumes.
    private static CliJson calls(EndedRun ended) {
        CallTotals calls = ended.calls();
        return CliJson.object()
                .put("calls", calls.calls())
                .put("answered", calls.attempts().getOrDefault(CallState.ANSWERED, 0L))
                .put("unknown", calls.attempts().getOrDefault(CallState.UNKNOWN, 0L))
                .put("attempts", calls.allAttempts())
                .put("open", calls.open())
                .put("reused", calls.reused())
                .put("no_room", ended.result().counts().calls().refused())
                .put("input_tokens", calls.inputTokens())
                .put("output_tokens", calls.outputTokens())
                .put("cost_usd", calls.costs().amount().map(CallTotalsJson::usd))
                .put("cost_known", calls.costKnown())
                .put("worst_case_usd", CallTotalsJson.usd(calls.costs().worst()))
                .put("uncertain_attempts", calls.costs().uncertain())
                .put("unpriced_attempts", calls.costs().unpriced())
                .put("reserved_usd", CallTotalsJson.usd(calls.reserved()))
                .put("max_cost_usd", ended.result().counts().calls().cap().map(Usd::dollars));
    }

    private static CliJson sink(EndedRun.Written sink) {
        return CliJson.object()
                .put("name", sink.name())
                .put("file", sink.file().map(Path::toString))
                .put("rows", sink.rows())
                .put("bytes", sink.bytes())
                .put("sha256", sink.mark().map(Sink.Mark::sha256));
    }

    private static CliJson head(EndedRun ended) {
        var head = ended.result().head();
        return CliJson.object()
                .put("size", head.size())
                .put("root", head.root())
                .put("last_leaf", head.lastLeaf())
                .put("time", head.time())
                .put("file", ended.headFile().map(Path::toString));
    }
}
