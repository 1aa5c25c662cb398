package dev.rowan.simulator.schema;

import dev.rowan.simulator.json.Fields;
import java.util.List;
import java.util.Locale;

/// The type that an instance gets: the one a schema names, the first of several, or the one its other keys imply.
final class Types {
    private Types() {}

    /// The type for `schema`; one that `endsHere` is null where it may be. Gemini writes its types in capitals.
    static String of(Fields schema, boolean endsHere) {
        List<String> named = schema.list("type")
                .map(list -> list.stream().map(String::valueOf).toList())
                .orElseGet(() -> schema.text("type").stream().toList());
        if (named.isEmpty()) {
            return implied(schema);
        }
        boolean ends = endsHere && named.contains("null");
        return ends ? "null" : named.getFirst().toLowerCase(Locale.ROOT);
    }

    private static String implied(Fields schema) {
        if (schema.has("properties") || schema.has("required")) {
            return "object";
        }
        if (schema.has("items") || schema.has("minItems")) {
            return "array";
        }
        return schema.has("minimum") || schema.has("maximum") ? "number" : "string";
    }
}
