package dev.rowan.cli.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.rows.CommonFailure;
import dev.rowan.engine.report.JobJson;
import dev.rowan.engine.report.RunJson;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunForecast;
import dev.rowan.json.JsonObject;
import java.nio.file.Path;
import java.time.Instant;

/// The summary of a run that has just ended, as JSON: what `rowan status` prints, and what only this process knows.
final class EndedRunJson {
    private EndedRunJson() {}

    static JsonObject of(EndedRun ended, Instant now) {
        RunResult result = ended.result();
        return RunJson.detailed(ended.report())
                .put("status", result.status().word())
                .put("exit_code", ended.code().number())
                .put("peak_in_flight", result.peakInFlight())
                .put("refused", result.counts().calls().refused())
                .put("max_cost_usd", result.counts().calls().cap())
                .put("estimate", ended.forecast().map(RunForecast::values))
                .put("most_frequent_failure", ended.failure().map(CommonFailure::json))
                .put("sinks", ended.sinks().stream().map(EndedRunJson::sink).toList())
                .put("jobs", JobJson.of(ended.audits(), now))
                .put("landscape", ended.landscape())
                .put("head", head(ended));
    }

    private static JsonObject sink(EndedRun.Written sink) {
        return JsonObject.object()
                .put("name", sink.name())
                .put("file", sink.file().map(Path::toString))
                .put("output", sink.target())
                .put("rows", sink.rows())
                .put("bytes", sink.bytes())
                .put("sha256", sink.mark().map(Sink.Mark::sha256));
    }

    private static JsonObject head(EndedRun ended) {
        var head = ended.result().head();
        return JsonObject.object()
                .put("size", head.size())
                .put("root", head.root())
                .put("last_leaf", head.lastLeaf())
                .put("time", head.time())
                .put("file", ended.headFile().map(Path::toString));
    }
}
