package dev.rowan.api.text;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowSchema;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Which text of a row a transform checks: some fields, or all.
///
/// Unchecked text does not count as clean: a named field that is missing or holds no text is an error, and so is a
/// row without any text. A field that holds a list or an object includes all text beneath it, keys included.
public sealed interface TextSelection {
    Option<List<String>> FIELDS = Option.texts("fields")
            .describedAs("fields to check: a name, a path such as meta.note or tags[0], a list of them, or 'all' "
                    + "for all text of the row; a list or an object includes all text beneath it");

    /// Fields by name or path. A name that is also a path matches both.
    record Named(List<String> fields) implements TextSelection {
        public Named {
            fields = fields.stream().distinct().toList();
        }
    }

    /// The whole row, including field names except those that the pipeline file itself `declared`.
    record All(Set<String> declared) implements TextSelection {
        public All {
            declared = Set.copyOf(declared);
        }
    }

    /// The texts to check, or why there are none.
    sealed interface Selected {
        /// At least one of them is a [RowText.Value].
        record Texts(List<RowText> list) implements Selected {
            public Texts {
                list = List.copyOf(list);
            }
        }

        record Nothing(Reason reason) implements Selected {}
    }

    /// Reads [#FIELDS]; `schema` declares field names.
    static TextSelection read(Section section, RowSchema schema) {
        List<String> fields = section.get(FIELDS);
        if (fields.equals(List.of("all"))) {
            return new All(schema.fields().stream().map(RowSchema.Field::name).collect(Collectors.toSet()));
        }
        if (fields.isEmpty()) {
            section.problem(FIELDS, "must name at least one field, got none");
        }
        if (fields.contains("all")) {
            section.problem(FIELDS, "must be 'all' alone or a list of names, got both");
        }
        return new Named(fields);
    }

    default Selected in(Row row) {
        var found = new TextCollector();
        Optional<Reason> problem = switch (this) {
            case Named(var fields) -> collect(fields, row, found);
            case All(var declared) -> collectAll(declared, row, found);
        };
        return problem.<Selected>map(Selected.Nothing::new).orElseGet(() -> new Selected.Texts(found.texts()));
    }

    /// `no_text_to_check`: there is nothing to check.
    static Reason noText() {
        return Reason.of("no_text_to_check", "the row has no text in the fields to check");
    }

    private static Optional<Reason> collectAll(Set<String> declared, Row row, TextCollector found) {
        for (int i = 0; i < row.size(); i++) {
            String name = row.names().at(i);
            if (!declared.contains(name)) {
                found.addKey(FieldPath.ROW.toString(), i, name);
            }
            found.addField(name, row.valueAt(i));
        }
        return found.values() == 0 ? Optional.of(noText()) : Optional.empty();
    }

    private static Optional<Reason> collect(List<String> fields, Row row, TextCollector found) {
        for (String field : fields) {
            Optional<Reason> problem = collect(field, row, found);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private static Optional<Reason> collect(String field, Row row, TextCollector found) {
        FieldPath path = FieldPath.parse(field);
        boolean isName = path.steps().size() == 1;
        Optional<FieldPath.Found> beneath = isName ? Optional.empty() : path.in(row);
        if (beneath.isEmpty() && !row.has(field)) {
            return Optional.of(FieldReasons.missing(field));
        }
        Optional<Reason> problem =
                row.has(field) ? collect(FieldPath.field(field), field, row.get(field), found) : Optional.empty();
        return problem.or(() -> beneath.flatMap(value -> collect(path, field, value.value(), found)));
    }

    private static Optional<Reason> collect(FieldPath path, String field, @Nullable Object value, TextCollector found) {
        if (!(value instanceof String || value instanceof List<?> || value instanceof Map<?, ?>)) {
            return Optional.of(FieldReasons.notText(field, value));
        }
        int before = found.values();
        found.add(path, value);
        return found.values() == before ? Optional.of(FieldReasons.noTextWithin(field, value)) : Optional.empty();
    }

    /// The fields named by [#FIELDS], which rows must have.
    default List<FieldUse> uses() {
        return switch (this) {
            case All _ -> List.of();
            case Named(var fields) ->
                IntStream.range(0, fields.size())
                        .mapToObj(i -> use(fields.get(i), i))
                        .toList();
        };
    }

    private static FieldUse use(String field, int index) {
        String root = FieldPath.parse(field).field().orElse(field);
        return new FieldUse(
                root.equals(field) ? List.of(field) : List.of(field, root),
                FieldUse.Role.REQUIRED,
                List.of(FIELDS.name(), String.valueOf(index)));
    }

    /// The paths whose text is checked.
    default Set<FieldPath> places() {
        return switch (this) {
            case All _ -> Set.of(FieldPath.ROW);
            case Named(var fields) -> {
                var places = new LinkedHashSet<FieldPath>();
                fields.forEach(field -> {
                    places.add(FieldPath.parse(field));
                    places.add(FieldPath.field(field));
                });
                yield places;
            }
        };
    }
}
