package dev.rowan.transforms.filter;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.expressions.Evaluation;
import dev.rowan.expressions.Expression;
import java.util.List;
import java.util.Set;

/// Keeps the rows for which an expression is true.
final class Filter implements RowSelector {
    private final FilterSettings settings;

    Filter(FilterSettings settings) {
        this.settings = settings;
    }

    @Override
    public String droppedAs() {
        return "filtered";
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return input;
    }

    @Override
    public List<FieldUse> fieldUses() {
        return settings.keep().map(Expression::requiredFields).orElse(Set.of()).stream()
                .sorted()
                .map(field -> FieldUse.required(field, FilterSettings.KEEP.name()))
                .toList();
    }

    @Override
    public Selection select(Row row, PluginContext context) {
        return switch (settings.keep().orElseThrow().evaluate(row)) {
            case Evaluation.Value(Boolean keep) -> keep ? new Selection.Kept() : new Selection.Dropped(row);
            case Evaluation.Value(var value) -> failed("must be true or false, got " + value);
            case Evaluation.Failed(String message) -> failed(message);
        };
    }

    private static Selection failed(String message) {
        return new Selection.Failed(Reason.of("expression_failed", "the expression of 'keep' failed: " + message));
    }
}
