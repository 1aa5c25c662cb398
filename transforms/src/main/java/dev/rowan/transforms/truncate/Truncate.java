package dev.rowan.transforms.truncate;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import java.util.List;
import java.util.Optional;

/// Cuts texts that are too long, between code points. A null is as short as can be and stays.
final class Truncate implements RowTransform {
    private final TruncateSettings settings;

    Truncate(TruncateSettings settings) {
        this.settings = settings;
    }

    /// Values may change, fields do not.
    @Override
    public RowFields outputFields(RowFields input) {
        return input;
    }

    @Override
    public List<FieldUse> fieldUses() {
        return settings.fields().uses();
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        Row result = row;
        for (String field : settings.fields().in(row)) {
            if (row.has(field) && row.get(field) == null) {
                continue;
            }
            Optional<Reason> problem = TextFields.problem(row, field);
            if (problem.isPresent()) {
                return TransformResult.error(problem.get());
            }
            String text = row.text(field).orElseThrow();
            String cut = settings.cut().of(text);
            if (!cut.equals(text)) {
                result = result.with(field, cut);
            }
        }
        return TransformResult.success(result);
    }
}
