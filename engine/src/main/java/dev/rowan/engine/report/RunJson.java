package dev.rowan.engine.report;

import dev.rowan.json.JsonObject;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.Reconciliation;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import java.util.List;
import java.util.TreeMap;

/// A run as JSON. The names are those of the columns of `rowan export --what runs`.
public final class RunJson {
    private RunJson() {}

    /// A run in a list.
    public static JsonObject of(RunReport report) {
        RunSummary run = report.run();
        return JsonObject.object()
                .put("run", run.runId())
                .put("name", run.name())
                .put("status", run.status())
                .put("why", run.why())
                .put("simulated", run.simulated())
                .put("started", run.started())
                .put("ended", run.ended())
                .put("last_event", run.lastEvent())
                .put("duration_seconds", report.duration())
                .put("resumed", run.resumed())
                .put("paused", report.isPaused())
                .put("rows_read", run.rowsRead())
                .put("rows_derived", run.rowsDerived())
                .put("rows_ended", run.rowsEnded())
                .put("rows_awaiting_results", run.awaiting())
                .put("rows_per_second", report.rowsPerSecond())
                .put("rows_expected", report.estimate().rowsExpected())
                .put("rows_expected_exact", report.estimate().exact())
                .put("part_done", report.estimate().share())
                .put("percent_done", report.estimate().percent())
                .put("remaining_seconds", report.estimate().timeLeft())
                .put("waiting_for", report.waits())
                .put("outcomes", new TreeMap<>(run.outcomes()))
                .put("reasons", run.reasons())
                .put("sink_rows", run.sinkRows())
                .put("jobs_by_step", run.jobs())
                .putAll(calls(run.calls()))
                .put("max_cost_usd", report.cap())
                .put("source", run.source())
                .put("pipeline_file", run.pipelineFile())
                .put("rowan_version", run.rowanVersion())
                .put("operator", run.operator())
                .put("events", run.events())
                .put("root", run.root());
    }

    private static JsonObject calls(CallTotals calls) {
        return JsonObject.object()
                .put("calls", calls.calls())
                .put("calls_reused", calls.reused())
                .put("calls_shared", calls.shared())
                .put("saved_usd", calls.saved())
                .put("calls_waiting_for_a_batch", calls.jobs().parked())
                .put("attempts", calls.allAttempts())
                .put("attempts_by_state", new TreeMap<>(calls.attempts()))
                .put("open_attempts", calls.open())
                .put("open_attempts_in_batches", calls.jobs().open())
                .put("input_tokens", calls.inputTokens())
                .put("cached_tokens", calls.cache().read())
                .put("cache_write_tokens", calls.cache().written())
                .put("output_tokens", calls.outputTokens())
                .put("cost_usd", calls.costs().amount())
                .put("cost_known", calls.costKnown())
                .put("worst_case_usd", calls.costs().worst())
                .put("uncertain_attempts", calls.costs().uncertain())
                .put("unpriced_attempts", calls.costs().unpriced())
                .put("unpriced_attempts_in_batches", calls.jobs().unpriced())
                .put("reserved_usd", calls.reserved());
    }

    /// A run with its transforms, services and changes.
    public static JsonObject detailed(RunReport report) {
        RecordedHistory history = report.history();
        return of(report)
                .put("forecast_usd", report.forecast())
                .put("in_flight", history.last().map(last -> last.sample().inFlight()))
                .put(
                        "waiting_to_leave",
                        history.last().map(last -> last.sample().waitingToLeave()))
                .put("nodes", report.nodes().stream().map(RunJson::node).toList())
                .put("latency", report.latency().json())
                .putAll(
                        report.splits().isEmpty()
                                ? JsonObject.object()
                                : report.splits().json())
                .put(
                        "services",
                        history.last().map(last -> last.sample().services()).orElse(List.of()).stream()
                                .map(RunJson::service)
                                .toList())
                .put(
                        "limit_changes",
                        history.limits().stream().map(LimitChange::json).toList())
                .put("pools", history.pools().stream().map(NoteFacts::facts).toList())
                .put(
                        "model_differences",
                        history.models().stream().map(ModelDifference::json).toList())
                .put(
                        "reconciled",
                        report.reconciled().stream().map(Reconciliation::json).toList())
                .put(
                        "batch_metrics",
                        history.batchMetrics().stream().map(NoteFacts::facts).toList())
                .put(
                        "changes",
                        history.changes().stream().map(AppliedChange::json).toList())
                .put(
                        "problems",
                        FailureSummary.of(history.samples()).stream()
                                .map(FailureSummary::json)
                                .toList());
    }

    private static JsonObject node(NodeReport report) {
        Sample.Node node = report.node();
        return JsonObject.object()
                .put("node", node.name())
                .put("node_index", node.index())
                .put("visits", node.visits())
                .put("visits_per_second", report.visitsPerSecond())
                .put("in_flight", node.inFlight())
                .put("on_wire", node.onWire())
                .put("pool_size", node.poolSize())
                .put("attempts", node.attempts())
                .put("attempts_per_second", report.attemptsPerSecond())
                .put("answered", node.answered())
                .put("refused", node.refused())
                .put("refused_share", report.refusedShare())
                .put("refused_share_now", report.refusedNow())
                .put("mean_pacer_seconds", report.pacerSeconds())
                .put("mean_permit_seconds", report.permitSeconds())
                .put("mean_wire_seconds", report.wireSeconds())
                .put("input_tokens", node.inputTokens())
                .put("output_tokens", node.outputTokens())
                .put("cost_usd", node.cost().amount())
                .put("cost_known", node.cost().isKnown())
                .put("unpriced_attempts", node.cost().unpriced())
                .put("latency", report.latency().json());
    }

    private static JsonObject service(Sample.Service service) {
        return JsonObject.object()
                .put("address", service.address())
                .put("per_second", service.perSecond())
                .put("cause", service.cause())
                .put("held_seconds", service.heldMillis() / 1e3)
                .put("down_seconds", service.down().map(down -> down.lastedMillis() / 1e3))
                .put("next_probe_seconds", service.down().map(down -> down.nextProbeMillis() / 1e3))
                .put("down_why", service.down().map(Sample.Down::why))
                .put("requests_per_minute", service.requestsPerMinute())
                .put("tokens_per_minute", service.tokensPerMinute())
                .put("shared_by", service.shared().map(shared -> (long) shared.members()))
                .put("share", service.shared().map(Sample.SharedLimit::share));
    }
}
