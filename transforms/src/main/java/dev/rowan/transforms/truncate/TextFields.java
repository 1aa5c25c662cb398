package dev.rowan.transforms.truncate;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.text.FieldReasons;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Which texts of a row are cut: some by name, or every field that holds text.
sealed interface TextFields {
    Option<List<String>> FIELDS = Option.texts("fields")
            .describedAs("fields to truncate: a name, a list of names, or 'all' for every text field");

    record Named(List<String> names) implements TextFields {
        public Named {
            names = List.copyOf(names);
        }
    }

    record All() implements TextFields {}

    static TextFields read(Section section) {
        List<String> names = section.get(FIELDS);
        if (names.equals(List.of("all"))) {
            return new All();
        }
        if (names.isEmpty()) {
            section.problem(FIELDS, "must name at least one field, got none");
        }
        if (names.contains("all")) {
            section.problem(FIELDS, "must be 'all' alone or a list of names, got both");
        }
        return new Named(names);
    }

    /// The names to look at in `row`.
    default List<String> in(Row row) {
        return switch (this) {
            case Named(List<String> names) -> names;
            case All() -> {
                var names = new ArrayList<String>(row.size());
                for (int i = 0; i < row.size(); i++) {
                    if (row.valueAt(i) instanceof String) {
                        names.add(row.names().at(i));
                    }
                }
                yield names;
            }
        };
    }

    /// The fields that rows must have.
    default List<FieldUse> uses() {
        return switch (this) {
            case Named(List<String> names) ->
                IntStream.range(0, names.size())
                        .mapToObj(i -> FieldUse.required(names.get(i), FIELDS.name(), String.valueOf(i)))
                        .toList();
            case All() -> List.of();
        };
    }

    /// Why one field of `row` is not text, or empty.
    static Optional<Reason> problem(Row row, String name) {
        if (!row.has(name)) {
            return Optional.of(FieldReasons.missing(name));
        }
        Object value = row.get(name);
        return value instanceof String ? Optional.empty() : Optional.of(FieldReasons.notText(name, value));
    }
}
