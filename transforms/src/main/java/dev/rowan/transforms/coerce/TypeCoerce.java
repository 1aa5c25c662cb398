package dev.rowan.transforms.coerce;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Converts values to their configured types, or fails the row; nothing is rounded or guessed. A null stays null.
final class TypeCoerce implements RowTransform {
    private static final int SHOWN = 80;

    private final TypeCoerceSettings settings;

    TypeCoerce(TypeCoerceSettings settings) {
        this.settings = settings;
    }

    /// Changes values, not fields.
    @Override
    public RowFields outputFields(RowFields input) {
        return input;
    }

    @Override
    public List<FieldUse> fieldUses() {
        return settings.fields().keySet().stream()
                .map(field -> FieldUse.required(field, TypeCoerceSettings.FIELDS.name(), field))
                .toList();
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        Row result = row;
        for (Map.Entry<String, Type> wanted : settings.fields().entrySet()) {
            String field = wanted.getKey();
            Type type = wanted.getValue();
            if (!row.has(field)) {
                return TransformResult.error(FieldReasons.missing(field));
            }
            Object value = row.get(field);
            if (value == null) {
                continue;
            }
            if (isEmpty(value, type)) {
                result = result.with(field, null);
                continue;
            }
            Optional<Object> typed = type.from(value);
            if (typed.isEmpty()) {
                return TransformResult.error(mismatch(field, type, value));
            }
            result = result.with(field, typed.get());
        }
        return TransformResult.success(result);
    }

    private boolean isEmpty(Object value, Type type) {
        return settings.emptyAsNull() && type != Type.STR && value instanceof String text && text.isBlank();
    }

    private static Reason mismatch(String field, Type type, Object value) {
        String found = value instanceof String text ? "'" + shown(text) + "'" : FieldReasons.kind(value);
        return Reason.of("type_mismatch", "field '" + field + "' must be " + type.word() + ", got " + found)
                .with("field", field)
                .with("wanted", type.word())
                .with("found", found);
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, text.offsetByCodePoints(0, SHOWN / 2)) + "…";
    }
}
