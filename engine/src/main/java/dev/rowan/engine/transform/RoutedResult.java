package dev.rowan.engine.transform;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.api.plugin.RowSelector.Selection;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.graph.GateTransform;
import java.util.Optional;

/// The result of a transform for a row, and the route that the row takes if the node is a gate.
public record RoutedResult(TransformResult result, Optional<String> route) {

    static RoutedResult of(TransformResult result) {
        return new RoutedResult(result, Optional.empty());
    }

    /// Lets `transform` process `row`.
    static RoutedResult of(RowTransform transform, Row row, PluginContext context) throws Exception {
        return switch (transform) {
            case GateTransform gate -> {
                GateTransform.Decision decision = gate.decide(row);
                yield new RoutedResult(decision.result(), decision.route());
            }
            case RowSelector selector ->
                switch (selector.select(row, context)) {
                    case Selection.Kept _ ->
                        new RoutedResult(TransformResult.success(row), Optional.of(RowSelector.KEPT));
                    case Selection.Dropped(Row dropped) ->
                        new RoutedResult(TransformResult.success(dropped), Optional.of(selector.droppedAs()));
                    case Selection.Failed(Reason reason) -> of(TransformResult.error(reason));
                };
            default -> of(transform.process(row, context));
        };
    }
}
