package dev.rowan.api.schema;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The fields that a row must have to be accepted by a transform.
///
/// In a pipeline file: `{fields: dynamic}`, which accepts anything, or a list of fields such as `{mode: strict,
/// fields: ["id: int", "text: str?"]}`.
public record RowSchema(Mode mode, List<Field> fields) {

    /// Accepts every row.
    public static final RowSchema DYNAMIC = new RowSchema(Mode.FREE, List.of());

    /// How fields are treated that the schema does not name.
    public enum Mode {
        STRICT,
        FREE
    }

    /// A field; an `optional` one may be missing or null.
    public record Field(String name, FieldType type, boolean optional) {
        String wanted() {
            return type.word() + (optional ? "?" : "");
        }
    }

    private static final Option<Mode> MODE = Option.choice("mode", Mode.class)
            .orElse(Mode.FREE)
            .describedAs("whether a row may have fields that are not listed");
    private static final Option<List<Field>> FIELDS = Option.free(
                    "fields", FieldList.WORDS, FieldList.JSON_SCHEMA, FieldList::read)
            .describedAs("fields and their types: int, float, str, bool or any; ? marks an optional field");

    public RowSchema {
        fields = List.copyOf(fields);
        var names = new HashSet<String>();
        for (Field field : fields) {
            if (!names.add(field.name())) {
                throw new IllegalArgumentException("fields need different names, got '" + field.name() + "' twice");
            }
        }
    }

    /// The option that holds a schema.
    public static Option<RowSchema> option(String name) {
        return Option.nested(name, Options.of(MODE, FIELDS), RowSchema::from)
                .optional()
                .describedAs("fields that a row must have; a row without them fails with schema_violation");
    }

    private static RowSchema from(Section section) {
        var schema = new RowSchema(section.get(MODE), section.get(FIELDS));
        if (schema.mode == Mode.STRICT && schema.fields.isEmpty()) {
            section.problem(MODE, "must be free if no fields are listed, got 'strict'");
        }
        return schema;
    }

    /// Why `row` does not match: its first field that does not.
    public Optional<Reason> check(Row row) {
        for (Field field : fields) {
            Object value = row.get(field.name());
            boolean fits = value == null ? field.optional() : field.type().accepts(value);
            if (!fits) {
                String found = row.has(field.name()) ? FieldType.wordFor(value) : "missing";
                return Optional.of(violation(field.name(), field.wanted(), found));
            }
        }
        return mode == Mode.STRICT ? unexpectedField(row) : Optional.empty();
    }

    private Optional<Reason> unexpectedField(Row row) {
        Set<String> known = fields.stream().map(Field::name).collect(Collectors.toSet());
        return row.names().list().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .map(name -> violation(name, "absent", FieldType.wordFor(row.get(name))));
    }

    /// Names the types, not the value, which may be private.
    private static Reason violation(String field, String wanted, String found) {
        return Reason.of("schema_violation", "field '" + field + "' must be " + wanted + ", got " + found)
                .with("field", field)
                .with("wanted", wanted)
                .with("found", found);
    }
}
