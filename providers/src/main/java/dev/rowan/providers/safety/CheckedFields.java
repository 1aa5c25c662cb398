package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which texts of a row are checked: some by name, or all.
///
/// What was not looked at does not count as clean: a named field that is missing or is no text is an error, and so is a
/// row without any text. An empty text holds nothing to look at, and the services refuse it; it counts as none.
sealed interface CheckedFields {
    Option<List<String>> FIELDS = Option.texts("fields")
            .describedAs("the fields to check: a name, a list of names, or 'all' for every field that holds text");

    record Named(List<String> names) implements CheckedFields {
        public Named {
            names = names.stream().distinct().toList();
        }
    }

    record All() implements CheckedFields {}

    /// The text of a field.
    record FieldText(String field, String text) {}

    /// What is to be checked in a row, or why it cannot be.
    sealed interface Found {
        record Texts(List<FieldText> list) implements Found {
            public Texts {
                list = List.copyOf(list);
            }
        }

        record Nothing(Reason reason) implements Found {}
    }

    static CheckedFields read(Section section) {
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

    default Found in(Row row) {
        var texts = new ArrayList<FieldText>();
        for (String name :
                this instanceof Named(var names) ? names : row.names().list()) {
            if (row.get(name) instanceof String text) {
                texts.add(new FieldText(name, text));
            } else if (this instanceof Named) {
                return new Found.Nothing(row.has(name) ? notText(name, row.get(name)) : missing(name));
            }
        }
        texts.removeIf(text -> text.text().isEmpty());
        return texts.isEmpty()
                ? new Found.Nothing(Reason.of("no_text_to_check", "the row has no text in the fields to check"))
                : new Found.Texts(texts);
    }

    /// `missing_field`: the row has no field of this name.
    static Reason missing(String field) {
        return Reason.of("missing_field", "the row has no field '" + field + "'")
                .with("field", field);
    }

    private static Reason notText(String field, @Nullable Object value) {
        return Reason.of("not_text", "field '" + field + "' must be text, got " + kind(value))
                .with("field", field)
                .with("found", kind(value));
    }

    /// What a value is, in the words of a message.
    static String kind(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String _ -> "text";
            case Boolean _ -> "a boolean";
            case Long _, BigInteger _ -> "a whole number";
            case Number _ -> "a number";
            case List<?> _ -> "a list";
            default -> "an object";
        };
    }
}
