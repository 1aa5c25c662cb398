package dev.rowan.transforms.coerce;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Settings of a type coercion.
record TypeCoerceSettings(Map<String, Type> fields, boolean emptyAsNull) {
    static final Option<Map<String, String>> FIELDS =
            Option.textMap("fields").describedAs("field types, 'name: type'; types are int, float, bool and str");

    static final Option<Boolean> EMPTY_AS_NULL = Option.bool("empty_as_null")
            .orElse(false)
            .describedAs("whether a blank text becomes null instead of an error, for int, float and bool");

    static final Options OPTIONS = Options.of(FIELDS, EMPTY_AS_NULL);

    TypeCoerceSettings {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    static TypeCoerceSettings read(Section section) {
        Map<String, String> words = section.get(FIELDS);
        if (words.isEmpty()) {
            section.problem(FIELDS, "must name at least one field, got none");
        }
        var fields = new LinkedHashMap<String, Type>();
        words.forEach((field, word) -> type(word)
                .ifPresentOrElse(
                        type -> fields.put(field, type),
                        () -> section.problem(
                                FIELDS,
                                "the type of '" + field + "' must be int, float, bool or str, got '" + word + "'")));
        return new TypeCoerceSettings(fields, section.get(EMPTY_AS_NULL));
    }

    private static Optional<Type> type(String word) {
        return Stream.of(Type.values()).filter(type -> type.word().equals(word)).findFirst();
    }
}
