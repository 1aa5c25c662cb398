package dev.rowan.providers.chat;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Schemas for services with strict structured output.
final class ClosedSchema {
    /// Keywords that contain one schema, several, or several by name.
    private static final Set<String> HOLD_SCHEMAS =
            Set.of("items", "prefixItems", "anyOf", "properties", "$defs", "definitions");

    /// Keywords that OpenAI rejects in strict mode. Nothing within them is closed: it would change their meaning.
    private static final Set<String> NOT_STRICT = Set.of(
            "allOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "dependentRequired",
            "dependentSchemas",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "unevaluatedProperties",
            "unevaluatedItems",
            "contains",
            "minContains",
            "maxContains",
            "uniqueItems",
            "default");

    private ClosedSchema() {}

    /// Closes every object that declares properties; one without is open on purpose.
    static Map<String, @Nullable Object> of(Map<?, ?> schema) {
        var closed = new LinkedHashMap<String, @Nullable Object>();
        schema.forEach((key, value) -> {
            String word = (String) key;
            closed.put(word, HOLD_SCHEMAS.contains(word) ? held(word, value) : value);
        });
        if (isObject(schema) && schema.get("properties") instanceof Map<?, ?> named && !named.isEmpty()) {
            closed.putIfAbsent("additionalProperties", false);
        }
        return closed;
    }

    private static @Nullable Object held(String word, @Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map when word.equals("items") -> of(map);
            case Map<?, ?> named -> {
                var closed = new LinkedHashMap<String, @Nullable Object>();
                named.forEach((name, part) ->
                        closed.put((String) name, part instanceof Map<?, ?> map ? of(map) : part));
                yield closed;
            }
            case List<?> list ->
                list.stream()
                        .map(part -> part instanceof Map<?, ?> map ? of(map) : part)
                        .toList();
            case null, default -> value;
        };
    }

    private static boolean isObject(Map<?, ?> schema) {
        Object type = schema.get("type");
        return "object".equals(type)
                || (type instanceof Collection<?> types && types.contains("object"))
                || (type == null && schema.containsKey("properties"));
    }

    static boolean isStrict(Map<?, ?> closed) {
        return "object".equals(closed.get("type"))
                && keeps(closed)
                && SchemaSize.of(closed).isEnforced();
    }

    private static boolean keeps(Map<?, ?> schema) {
        if (schema.keySet().stream().anyMatch(NOT_STRICT::contains)) {
            return false;
        }
        Object properties = schema.get("properties");
        if (isObject(schema) && !isWhole(properties, schema)) {
            return false;
        }
        return HOLD_SCHEMAS.stream().allMatch(word -> keepsWithin(word, schema.get(word)));
    }

    private static boolean isWhole(@Nullable Object properties, Map<?, ?> schema) {
        boolean isClosed = Boolean.FALSE.equals(schema.get("additionalProperties"));
        boolean isRequired = !(properties instanceof Map<?, ?> named)
                || named.isEmpty()
                || (schema.get("required") instanceof Collection<?> required && required.containsAll(named.keySet()));
        return isClosed && isRequired;
    }

    private static boolean keepsWithin(String word, @Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map when word.equals("items") -> keeps(map);
            case Map<?, ?> named ->
                named.values().stream().allMatch(part -> !(part instanceof Map<?, ?> map) || keeps(map));
            case List<?> list -> list.stream().allMatch(part -> !(part instanceof Map<?, ?> map) || keeps(map));
            case null, default -> true;
        };
    }
}
