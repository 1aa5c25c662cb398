package dev.rowan.cli.plan;

import dev.rowan.cli.calibrate.CascadeAdvice;
import dev.rowan.engine.plan.AutoForecast;
import dev.rowan.engine.plan.CostRange;
import dev.rowan.engine.plan.Forecast;
import dev.rowan.engine.plan.Forecast.Scope;
import dev.rowan.engine.plan.NodeForecast;
import dev.rowan.engine.plan.RunVariant;
import dev.rowan.engine.plan.TimeEstimate;
import dev.rowan.engine.plan.TokenBasis;
import dev.rowan.json.JsonObject;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/// The forecast of a run as JSON.
final class EstimateJson {
    private EstimateJson() {}

    static JsonObject of(EstimatedRun estimate) {
        Forecast forecast = estimate.forecast();
        return JsonObject.object()
                .put("name", estimate.name())
                .put("simulated", estimate.simulated())
                .put("rows", forecast.scope().rows())
                .put("rows_read", read(forecast.scope()))
                .put("basis", basis(forecast.scope()))
                .put("stops", forecast.stops())
                .put("nodes", forecast.nodes().stream().map(EstimateJson::node).toList())
                .put("cost", cost(Optional.of(forecast.cost())))
                .put("max_cost", cost(Optional.of(forecast.most())))
                .put("batch_cost", cost(forecast.batch()))
                .put("expected_usd", usd(forecast.expectedCost()))
                .put(
                        "ways",
                        forecast.variants().stream().map(EstimateJson::variant).toList())
                .put(
                        "cascades",
                        estimate.cascades().stream().map(CascadeAdvice::json).toList())
                .put("unpriced_calls", forecast.unpriced())
                .put("unplanned_nodes", forecast.unplanned())
                .put("max_cost_usd", forecast.cap())
                .put("cap", forecast.capStatus().name().toLowerCase(Locale.ROOT))
                .put("time", time(forecast.time()))
                .put("latency", estimate.latency())
                .put("missing_secrets", estimate.missing());
    }

    private static long read(Scope scope) {
        return scope instanceof Scope.Extrapolated(var read, var _) ? read : scope.rows();
    }

    private static String basis(Scope scope) {
        return switch (scope) {
            case Scope.Whole _ -> "whole";
            case Scope.Extrapolated _ -> "extrapolated";
            case Scope.Beginning _ -> "beginning";
        };
    }

    private static JsonObject variant(RunVariant variant) {
        JsonObject settings = JsonObject.object();
        variant.settings().forEach((node, options) -> {
            JsonObject written = JsonObject.object();
            options.forEach(written::put);
            settings.put(node, written);
        });
        return JsonObject.object()
                .put("name", variant.name())
                .put("mode", variant.variant().mode().name().toLowerCase(Locale.ROOT))
                .put("cached", variant.variant().cached())
                .put("fields_last", variant.variant().fieldsLast())
                .put("dedupe", variant.dedupe())
                .put("current", variant.current())
                .put("least_usd", usd(variant.least()))
                .put("most_usd", usd(variant.most()))
                .put("ready_seconds", variant.ready())
                .put("options", settings);
    }

    private static JsonObject tokens(TokenBasis basis) {
        return JsonObject.object()
                .put("by", basis.kind().name().toLowerCase(Locale.ROOT))
                .put("samples", basis.samples())
                .put("error_percent", basis.errorPercent());
    }

    private static JsonObject node(NodeForecast node) {
        return JsonObject.object()
                .put("node", node.node().name())
                .put("plugin", node.node().plugin().name())
                .put("rows", node.rows())
                .put("calls", node.calls())
                .put(
                        "max_calls",
                        node.calls() + node.more().map(NodeForecast.More::calls).orElse(0L))
                .put("input_tokens", node.inputTokens())
                .put("output_tokens", node.outputTokens())
                .put("cost", cost(Optional.of(node.cost())))
                .put("max_cost", cost(Optional.of(node.most())))
                .put("batch_cost", cost(node.batch()))
                .put("unpriced_calls", node.unpriced())
                .put("guessed_calls", node.guessed())
                .put("untold_rows", node.untold())
                .put("mode", node.node().batch().mode().name().toLowerCase(Locale.ROOT))
                .put("auto", node.auto().map(EstimateJson::auto))
                .put("equal_share", node.equalShare())
                .put("tokens", node.tokens().map(EstimateJson::tokens))
                .put("reasoning", node.reasoning().map(EstimateJson::reasoning))
                .put("time", time(node.time()));
    }

    private static JsonObject reasoning(NodeForecast.Reasoning part) {
        return JsonObject.object()
                .put("tokens", part.tokens())
                .put("cost_usd", part.cost().map(EstimateJson::usd))
                .put("option", part.option());
    }

    private static JsonObject auto(AutoForecast plan) {
        return JsonObject.object()
                .put("canary_calls", plan.canaries())
                .put("batch_calls", plan.batched())
                .put("realtime_calls", plan.realTime())
                .put("called_back_after_seconds", plan.calledBack())
                .put("likely_usd", usd(plan.cost()))
                .put("worst_usd", usd(plan.withoutBatch()));
    }

    private static Optional<JsonObject> cost(Optional<CostRange> cost) {
        return cost.map(
                c -> JsonObject.object().put("likely_usd", usd(c.likely())).put("worst_usd", usd(c.worst())));
    }

    /// Without trailing zeros; it may be more than [dev.rowan.api.call.Usd] holds.
    private static BigDecimal usd(BigDecimal dollars) {
        return new BigDecimal(dollars.stripTrailingZeros().toPlainString());
    }

    private static JsonObject time(TimeEstimate time) {
        return JsonObject.object()
                .put("duration_seconds", time.time())
                .put("held_up_by", time.by().word());
    }
}
