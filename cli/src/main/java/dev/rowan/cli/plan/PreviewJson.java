package dev.rowan.cli.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.CliJson;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.PlannedRow.End;
import dev.rowan.engine.plan.PlannedRow.Part;
import dev.rowan.engine.plan.PlannedRow.Step;

/// What a run would send for one row, for machines.
final class PreviewJson {
    private PreviewJson() {}

    static CliJson of(Preview preview) {
        return CliJson.object()
                .put("row", preview.row().rowSeq())
                .put("position", preview.row().position())
                .put("id", preview.row().id())
                .put("simulated", preview.simulated())
                .put("missing_secrets", preview.missing())
                .put(
                        "parts",
                        preview.row().parts().stream()
                                .map(part -> part(part, preview))
                                .toList());
    }

    private static CliJson part(Part part, Preview preview) {
        return CliJson.object()
                .put("part", part.number())
                .put(
                        "nodes",
                        part.steps().stream().map(step -> step(step, preview)).toList())
                .put("end", end(part.end()));
    }

    private static CliJson step(Step step, Preview preview) {
        return switch (step) {
            case Step.Sends(var node, var calls) ->
                node(node, "known")
                        .put(
                                "calls",
                                calls.stream().map(call -> call(call, preview)).toList());
            case Step.Unknown(var node, var before, var _) ->
                node(node, "depends").put("before", before);
            case Step.Untold(var node) -> node(node, "untold");
        };
    }

    private static CliJson node(TransformNode node, String plan) {
        return CliJson.object()
                .put("node", node.name())
                .put("plugin", node.plugin().name())
                .put("plan", plan);
    }

    private static CliJson call(Call call, Preview preview) {
        Estimate estimate = call.estimate();
        return CliJson.object()
                .put("number", call.number())
                .put("request", ShownRequest.of(call, preview.redaction()).json())
                .put("input_tokens", estimate.inputTokens())
                .put("output_tokens", estimate.outputTokens())
                .put("likely_usd", estimate.likely().map(Usd::dollars).map(ForecastMoney::number))
                .put("worst_usd", estimate.worst().map(Usd::dollars).map(ForecastMoney::number));
    }

    private static CliJson end(End end) {
        return switch (end) {
            case End.Arrives(var sink) ->
                CliJson.object().put("outcome", "completed").put("sink", sink);
            case End.Stops(var node, var reason, var outcome, var sink) ->
                CliJson.object()
                        .put("outcome", outcome.word())
                        .put("sink", sink)
                        .put("node", node)
                        .put("reason", reason.asMap());
            case End.Unknown(var before) ->
                CliJson.object().put("outcome", null).put("before", before);
        };
    }
}
