package dev.rowan.transforms.compute;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.expressions.Evaluation;
import dev.rowan.expressions.Expression;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// Sets fields to the results of expressions, one after the other.
final class Compute implements RowTransform {
    private final ComputeSettings settings;

    Compute(ComputeSettings settings) {
        this.settings = settings;
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return input.with(settings.expressions().keySet());
    }

    @Override
    public List<FieldUse> fieldUses() {
        var uses = new ArrayList<FieldUse>();
        var computed = new HashSet<String>();
        settings.expressions().forEach((field, expression) -> {
            expression.requiredFields().stream()
                    .filter(name -> !computed.contains(name))
                    .sorted()
                    .forEach(name -> uses.add(FieldUse.required(name, ComputeSettings.SET.name(), field)));
            if (!settings.overwrite()) {
                uses.add(FieldUse.added(field, ComputeSettings.SET.name(), field));
            }
            computed.add(field);
        });
        return uses;
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        Row result = row;
        for (Map.Entry<String, Expression> entry : settings.expressions().entrySet()) {
            String field = entry.getKey();
            if (!settings.overwrite() && row.has(field)) {
                return TransformResult.error(Reason.of(
                                "field_collision",
                                "the row already has a field '" + field + "'; set 'overwrite: true' to replace it")
                        .with("field", field));
            }
            switch (entry.getValue().evaluate(result)) {
                case Evaluation.Value(var value) -> result = result.with(field, value);
                case Evaluation.Failed(var message) -> {
                    return TransformResult.error(
                            Reason.of("expression_failed", "the expression for '" + field + "' failed: " + message)
                                    .with("field", field));
                }
            }
        }
        return TransformResult.success(result);
    }
}
