package dev.rowan.providers.llm;

import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.api.text.FieldPath;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the output fields of a query: `output_key`, `output` and `output_metadata`.
final class OutputReader {
    private final Section section;
    private final Option<String> keyOption;

    OutputReader(Section section, Option<String> keyOption) {
        this.section = section;
        this.keyOption = keyOption;
    }

    /// The columns; empty if there are none.
    Optional<OutputColumns> columns() {
        var parts = new LinkedHashMap<String, FieldPath>();
        section.find(LlmOptions.OUTPUT)
                .orElse(Map.of())
                .forEach((field, path) -> parts.put(field, FieldPath.parse(path)));
        var columns = new OutputColumns(
                section.find(keyOption),
                parts,
                section.find(LlmOptions.OUTPUT_METADATA).orElse(Map.of()));
        return columns.whole().isEmpty() && parts.isEmpty() ? Optional.empty() : Optional.of(columns);
    }

    /// The same, reporting invalid names.
    Optional<OutputColumns> read() {
        Optional<OutputColumns> columns = columns();
        columns.ifPresent(this::checkNames);
        return columns;
    }

    private void checkNames(OutputColumns columns) {
        Set<String> seen = new HashSet<>();
        for (String name : columns.names()) {
            if (name.isBlank()) {
                section.problem(option(columns, name), "must name a field");
            } else if (!seen.add(name)) {
                section.problem(option(columns, name), "must be fields of different names, got '" + name + "' twice");
            }
        }
    }

    /// The option that `name` comes from, the last if there are several.
    Option<?> option(OutputColumns columns, String name) {
        if (columns.metadata().containsKey(name)) {
            return LlmOptions.OUTPUT_METADATA;
        }
        return columns.parts().containsKey(name) ? LlmOptions.OUTPUT : keyOption;
    }

    /// Checks the keys in `output` against the schema.
    void checkSchema(OutputColumns columns, Optional<? extends Map<String, ?>> schema) {
        if (columns.parts().isEmpty()) {
            return;
        }
        if (schema.isEmpty()) {
            section.problem(LlmOptions.OUTPUT, "needs 'output_schema', which says what keys an answer has");
            return;
        }
        if (!mayBeObject(schema.get().get("type"))) {
            section.problem(LlmOptions.OUTPUT, "needs an 'output_schema' of type object");
            return;
        }
        if (schema.get().get("properties") instanceof Map<?, ?> properties) {
            List<String> known =
                    properties.keySet().stream().map(String::valueOf).toList();
            columns.parts().values().forEach(path -> checkKey(path, known));
        }
    }

    private void checkKey(FieldPath path, List<String> known) {
        String key = path.field().orElse("");
        if (!known.contains(key)) {
            String hint = NearName.hint(key, known).map(near -> "; " + near).orElse("");
            section.problem(
                    LlmOptions.OUTPUT,
                    "must take keys of output_schema (" + String.join(", ", known) + "), got '" + key + "'" + hint);
        }
    }

    private static boolean mayBeObject(@Nullable Object type) {
        return type == null
                || type.equals("object")
                || (type instanceof Collection<?> types && types.contains("object"));
    }
}
