package dev.rowan.engine.graph;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.RowFields;
import java.util.List;

/// The transform of forks and joins, which the engine itself runs. Joins add the fields `added`.
public record StructuralTransform(List<String> added) implements RowTransform {
    public StructuralTransform {
        added = List.copyOf(added);
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        return TransformResult.success(row);
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return added.isEmpty() ? input : input.with(added).open();
    }
}
