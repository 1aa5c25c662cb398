package dev.rowan.web.run;

import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.control.AppliedChangeList;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The figures of a run for machines.
public final class RunFiguresJson {
    private RunFiguresJson() {}

    /// What a list of runs and the page of a run both tell.
    public static Map<String, @Nullable Object> line(RunFigures figures) {
        RunSummary run = figures.run();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("run", run.runId());
        json.put("name", run.name());
        json.put("status", run.status());
        json.put("why", run.why());
        json.put("started", run.started());
        json.put("ended", run.ended());
        json.put("last_event", run.lastEvent());
        json.put("took", figures.took());
        json.put("rows_read", run.rowsRead());
        json.put("rows_ended", run.rowsEnded());
        json.put("rows_per_second", figures.rowsPerSecond());
        json.put("outcomes", run.outcomes());
        json.put("sinks", run.sinkRows());
        json.put("reasons", run.reasons());
        json.put("calls", run.calls().calls());
        json.put("attempts", run.calls().allAttempts());
        json.put("open_attempts", run.calls().open());
        json.put("spent_usd", figures.spent().amount());
        json.put("cost_usd", figures.spent().amount());
        json.put("cost_known", figures.spent().isKnown());
        json.put("worst_case_usd", figures.spent().worst());
        json.put("uncertain_attempts", figures.spent().uncertain());
        json.put("unpriced_attempts", figures.spent().unpriced());
        json.put("reserved_usd", figures.reserved());
        json.put("cap_usd", figures.cap());
        json.put("simulated", run.simulated());
        json.put("resumed", run.resumed());
        json.put("awaiting", run.awaiting());
        json.put("paused", figures.isPaused());
        json.put("rows_expected", figures.total());
        json.put("rows_expected_exact", figures.estimate().exact());
        json.put("part_done", figures.part());
        json.put("percent_done", figures.estimate().percent());
        json.put("left", figures.left());
        json.put("waiting_for", figures.waits());
        json.put("root", run.root());
        return json;
    }

    static Map<String, @Nullable Object> of(RunFigures figures) {
        var json = line(figures);
        json.put("forecast_usd", figures.forecast());
        json.put("in_flight", figures.told().last().map(last -> last.sample().inFlight()));
        json.put(
                "waiting_to_leave",
                figures.told().last().map(last -> last.sample().waitingToLeave()));
        json.put("nodes", figures.nodes().stream().map(RunFiguresJson::node).toList());
        json.put("latency", latency(figures.latency()));
        json.put(
                "services",
                figures.told().last().map(last -> last.sample().services()).orElse(List.of()).stream()
                        .map(RunFiguresJson::service)
                        .toList());
        json.put(
                "limit_changes",
                figures.told().limits().stream().map(RunFiguresJson::limit).toList());
        json.put(
                "batch_metrics",
                figures.told().batchMetrics().stream().map(NoteFacts::facts).toList());
        json.put("changes", AppliedChangeList.json(figures.told().changes()));
        json.put(
                "problems",
                FailureSummary.of(figures.told().moments()).stream()
                        .map(RunFiguresJson::problem)
                        .toList());
        return json;
    }

    private static Map<String, @Nullable Object> node(NodeFigures figures) {
        Sample.Node node = figures.node();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("name", node.name());
        json.put("index", node.index());
        json.put("visits", node.visits());
        json.put("visits_per_second", figures.visitsPerSecond());
        json.put("in_flight", node.inFlight());
        json.put("on_wire", node.onWire());
        json.put("pool_size", node.poolSize());
        json.put("attempts", node.attempts());
        json.put("attempts_per_second", figures.attemptsPerSecond());
        json.put("answered", node.answered());
        json.put("refused", node.refused());
        json.put("refused_share", figures.refusedShare());
        json.put("refused_share_now", figures.refusedNow());
        json.put("pacer_ms", figures.pacerMillis());
        json.put("permit_ms", figures.permitMillis());
        json.put("wire_ms", figures.wireMillis());
        json.put("input_tokens", node.inputTokens());
        json.put("output_tokens", node.outputTokens());
        json.put("cost_usd", node.cost().amount());
        json.put("cost_known", node.cost().isKnown());
        json.put("latency", latency(figures.latency()));
        return json;
    }

    private static Map<String, @Nullable Object> latency(LatencyStats latency) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("answers", latency.all());
        json.put("bounds_ms", Sample.LATENCY_MILLIS);
        json.put("counts", latency.counts());
        json.put("p50_ms", latency.millis(0.5));
        json.put("p95_ms", latency.millis(0.95));
        json.put("p99_ms", latency.millis(0.99));
        return json;
    }

    private static Map<String, @Nullable Object> service(Sample.Service service) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("address", service.address());
        json.put("per_second", service.perSecond());
        json.put("cause", service.cause());
        json.put("held_ms", service.heldMillis());
        json.put("down_ms", service.down().map(Sample.Down::lastedMillis));
        json.put("next_probe_ms", service.down().map(Sample.Down::nextProbeMillis));
        json.put("down_why", service.down().map(Sample.Down::why));
        json.put("requests_per_minute", service.requestsPerMinute());
        json.put("tokens_per_minute", service.tokensPerMinute());
        return json;
    }

    private static Map<String, @Nullable Object> limit(LimitChange change) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("at", change.at());
        json.put("service", change.service());
        json.put("from", change.from());
        json.put("to", change.to());
        json.put("why", change.why());
        return json;
    }

    private static Map<String, @Nullable Object> problem(FailureSummary problem) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("at", problem.at());
        json.put("reason", problem.reason());
        json.put("rows", problem.rows());
        return json;
    }

    /// A sample as it was noted, with the event by which the next question can go on.
    static Map<String, @Nullable Object> sample(long event, Instant at, Map<String, @Nullable Object> facts) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("event", event);
        json.put("at", at);
        json.put("sample", facts);
        return json;
    }
}
