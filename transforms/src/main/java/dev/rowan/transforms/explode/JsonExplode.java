package dev.rowan.transforms.explode;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import dev.rowan.transforms.expand.Expansion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes a row of each element of a list; the other fields are copied.
final class JsonExplode implements RowTransform {
    private static final String INDEX = "index";

    private final JsonExplodeSettings settings;
    private final Expansion expansion;

    JsonExplode(JsonExplodeSettings settings) {
        this.settings = settings;
        this.expansion = new Expansion(settings.field(), List.of(settings.as(), INDEX), settings.maxRows());
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return expansion.outputFields(input);
    }

    @Override
    public List<FieldUse> fieldUses() {
        return List.of(FieldUse.required(settings.field(), JsonExplodeSettings.FIELD.name()));
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        if (!row.has(settings.field())) {
            return TransformResult.error(FieldReasons.missing(settings.field()));
        }
        if (!(row.get(settings.field()) instanceof List<?> list)) {
            String found = FieldReasons.kind(row.get(settings.field()));
            return TransformResult.error(
                    Reason.of("not_a_list", "field '" + settings.field() + "' must be a list, got " + found)
                            .with("field", settings.field())
                            .with("found", found));
        }
        var values = new ArrayList<List<@Nullable Object>>(list.size());
        for (Object element : list) {
            var fields = new ArrayList<@Nullable Object>();
            fields.add(element);
            fields.add((long) values.size());
            values.add(fields);
        }
        return expansion.expand(row, values);
    }
}
