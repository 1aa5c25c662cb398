package dev.rowan.api.plugin;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Option;
import dev.rowan.api.schema.RowFields;

/// A transform that keeps or drops rows, such as a filter. In the graph of a pipeline it is a gate: kept rows continue,
/// dropped ones go to the target of [#OTHERWISE].
public interface RowSelector extends RowTransform {
    /// The label of the route of rows that are kept.
    String KEPT = "kept";

    /// The target of dropped rows.
    Option<String> OTHERWISE = Option.text("otherwise")
            .orElse("discard")
            .describedAs("the sink or node for the rows that are dropped, or 'discard'");

    /// Whether a row is kept or dropped, or fails.
    sealed interface Selection {
        record Kept() implements Selection {}

        /// The row as it continues to the target of dropped rows.
        record Dropped(Row row) implements Selection {}

        record Failed(Reason reason) implements Selection {}
    }

    /// Whether to keep `row`.
    Selection select(Row row, PluginContext context);

    /// The label of the route of rows that are dropped, such as `filtered`.
    String droppedAs();

    /// The fields of a dropped row.
    default RowFields droppedFields(RowFields input) {
        return outputFields(input);
    }

    @Override
    default TransformResult process(Row row, PluginContext context) {
        return switch (select(row, context)) {
            case Selection.Kept _ -> TransformResult.success(row);
            case Selection.Dropped(Row dropped) ->
                TransformResult.blocked(new Reason(droppedAs(), "the row is dropped", dropped.asMap(), false));
            case Selection.Failed(Reason reason) -> TransformResult.error(reason);
        };
    }
}
