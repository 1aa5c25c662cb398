package dev.rowan.api.schema;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option.Reading;
import dev.rowan.api.schema.RowSchema.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parses the fields of a [RowSchema]: `dynamic`, or a list.
///
/// A field is the text `"id: int"`, or unquoted `id: int`, which YAML reads as a mapping of one key.
final class FieldList {
    static final String WORDS = "'dynamic' or a list of fields such as [\"id: int\", \"text: str?\"]";

    private static final String TYPE = "(int|float|str|bool|any)\\??";
    private static final Map<String, Object> QUOTED = Map.of("type", "string", "pattern", "^ *[^ ].*: *" + TYPE + "$");
    private static final Map<String, Object> UNQUOTED = Map.of(
            "type",
            "object",
            "minProperties",
            1L,
            "maxProperties",
            1L,
            "additionalProperties",
            Map.of("type", "string", "pattern", "^" + TYPE + "$"));
    private static final Map<String, Object> LIST =
            Map.of("type", "array", "items", Map.of("anyOf", List.of(QUOTED, UNQUOTED)));
    static final Map<String, Object> JSON_SCHEMA = Map.of("anyOf", List.of(Map.of("const", "dynamic"), LIST));

    private FieldList() {}

    static Reading<List<Field>> read(ConfigNode node) {
        return switch (node) {
            case ConfigNode.Scalar(var _, var _, var value)
            when "dynamic".equals(value) -> new Reading.Value<>(List.of());
            case ConfigNode.Sequence(var _, var _, var items) -> list(items);
            case ConfigNode.Scalar _, ConfigNode.Mapping _, ConfigNode.Broken _ ->
                new Reading.Wrong<>("must be " + WORDS);
        };
    }

    private static Reading<List<Field>> list(List<ConfigNode> items) {
        var fields = new ArrayList<Field>();
        var names = new HashSet<String>();
        var wrong = new ArrayList<Reading.Part>();
        for (ConfigNode item : items) {
            Optional<Field> field = written(item).flatMap(FieldList::field);
            if (field.isEmpty()) {
                wrong.add(new Reading.Part(
                        item,
                        "must be a field such as 'id: int' or 'text: str?', of type int, float, str, bool or any"));
            } else if (names.add(field.get().name())) {
                fields.add(field.get());
            } else {
                wrong.add(new Reading.Part(item, "must name a field that is not in the list already"));
            }
        }
        return wrong.isEmpty() ? new Reading.Value<>(fields) : new Reading.WrongParts<>(wrong);
    }

    private static Optional<String> written(ConfigNode item) {
        return switch (item) {
            case ConfigNode.Scalar(var _, var _, String text) -> Optional.of(text);
            case ConfigNode.Mapping(var _, var _, var entries)
            when entries.size() == 1 -> {
                var only = entries.entrySet().iterator().next();
                yield only.getValue().value() instanceof ConfigNode.Scalar(var _, var _, String type)
                        ? Optional.of(only.getKey() + ":" + type)
                        : Optional.empty();
            }
            case ConfigNode.Scalar _, ConfigNode.Sequence _, ConfigNode.Mapping _, ConfigNode.Broken _ ->
                Optional.empty();
        };
    }

    private static Optional<Field> field(String written) {
        int colon = written.lastIndexOf(':');
        String name = written.substring(0, Math.max(colon, 0)).strip();
        String type = written.substring(colon + 1).strip();
        boolean optional = type.endsWith("?");
        return name.isEmpty()
                ? Optional.empty()
                : FieldType.of(optional ? type.substring(0, type.length() - 1) : type)
                        .map(known -> new Field(name, known, optional));
    }
}
