package dev.rowan.cli.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Estimate;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.PlannedRow.End;
import dev.rowan.engine.plan.PlannedRow.Part;
import dev.rowan.engine.plan.PlannedRow.Step;
import dev.rowan.json.JsonObject;

/// The planned calls of one row as JSON.
final class PreviewJson {
    private PreviewJson() {}

    static JsonObject of(Preview preview) {
        return JsonObject.object()
                .put("row_seq", preview.row().rowSeq())
                .put("position", preview.row().position())
                .put("source_id", preview.row().id())
                .put("simulated", preview.simulated())
                .put("missing_secrets", preview.missing())
                .put(
                        "parts",
                        preview.row().parts().stream()
                                .map(part -> part(part, preview))
                                .toList());
    }

    private static JsonObject part(Part part, Preview preview) {
        return JsonObject.object()
                .put("part", part.number())
                .put("branch", part.branch().isEmpty() ? null : part.branch())
                .put(
                        "nodes",
                        part.steps().stream().map(step -> step(step, preview)).toList())
                .put("end", end(part.end()))
                .put(
                        "possible",
                        part.alternatives().stream()
                                .map(way -> JsonObject.object()
                                        .put("route", way.name())
                                        .put(
                                                "nodes",
                                                way.steps().stream()
                                                        .map(step -> step(step, preview))
                                                        .toList())
                                        .put("end", end(way.end())))
                                .toList());
    }

    private static JsonObject step(Step step, Preview preview) {
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

    private static JsonObject node(TransformNode node, String plan) {
        return JsonObject.object()
                .put("node", node.name())
                .put("plugin", node.plugin().name())
                .put("plan", plan);
    }

    private static JsonObject call(Call call, Preview preview) {
        Estimate estimate = call.estimate();
        return JsonObject.object()
                .put("number", call.number())
                .put("request", ShownRequest.of(call, preview.redaction()).json())
                .put("input_tokens", estimate.inputTokens())
                .put("output_tokens", estimate.outputTokens())
                .put("likely_usd", estimate.likely())
                .put("worst_usd", estimate.worst());
    }

    private static JsonObject end(End end) {
        return switch (end) {
            case End.Arrives(var sink) ->
                JsonObject.object().put("outcome", "completed").put("sink", sink);
            case End.Stops(var node, var reason, var outcome, var sink) ->
                JsonObject.object()
                        .put("outcome", outcome.word())
                        .put("sink", sink)
                        .put("node", node)
                        .put("reason", reason.asMap());
            case End.Joins(var node) ->
                JsonObject.object().put("outcome", "merged").put("node", node);
            case End.Collected(var node) ->
                JsonObject.object().put("outcome", "merged").put("node", node);
            case End.Splits _ -> JsonObject.object().put("outcome", "split").put("sink", null);
            case End.Discarded _ ->
                JsonObject.object().put("outcome", "discarded").put("sink", null);
            case End.Unknown(var before) ->
                JsonObject.object().put("outcome", null).put("before", before);
        };
    }
}
