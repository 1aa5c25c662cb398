package dev.rowan.transforms.mapper;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.FieldRenames;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldReasons;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Renames fields, leaves some out, or keeps only some; values and the order of fields stay as they are.
final class FieldMapper implements RowTransform, FieldRenames {
    private final FieldMapperSettings settings;
    private final List<String> needed;

    FieldMapper(FieldMapperSettings settings) {
        this.settings = settings;
        this.needed = settings.missing() == FieldMapperSettings.Missing.IGNORE ? List.of() : named(settings);
    }

    private static List<String> named(FieldMapperSettings settings) {
        return Stream.of(
                        settings.mapping().keySet(),
                        settings.drop(),
                        settings.keep().orElse(Set.of()))
                .flatMap(Set::stream)
                .distinct()
                .sorted()
                .toList();
    }

    /// With `keep` no other field can be left; a field that is not known may still get one of the new names.
    @Override
    public RowFields outputFields(RowFields input) {
        List<String> left = input.names().stream()
                .flatMap(name -> settings.target(name).stream())
                .toList();
        boolean complete = input.complete() || settings.keep().isPresent();
        RowFields known = new RowFields(left, complete);
        return input.complete()
                ? known
                : known.with(settings.mapping().values())
                        .with(settings.keep().orElse(Set.of()).stream().sorted().toList());
    }

    @Override
    public List<FieldUse> fieldUses() {
        return settings.uses();
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        for (String name : needed) {
            if (!row.has(name)) {
                return TransformResult.error(FieldReasons.missing(name));
            }
        }
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < row.size(); i++) {
            Optional<String> target = settings.target(row.names().at(i));
            if (target.isEmpty()) {
                continue;
            }
            if (fields.containsKey(target.get())) {
                return TransformResult.error(collision(target.get()));
            }
            fields.put(target.get(), row.valueAt(i));
        }
        return TransformResult.success(Row.of(fields));
    }

    @Override
    public Map<String, String> renamedFields() {
        return settings.mapping();
    }

    private static Reason collision(String name) {
        return Reason.of("field_collision", "two fields would be named '" + name + "'; rename or drop one")
                .with("field", name);
    }
}
