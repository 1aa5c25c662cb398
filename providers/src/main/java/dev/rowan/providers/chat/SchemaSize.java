package dev.rowan.providers.chat;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The size of a schema: nesting depth, total properties, total enum values.
record SchemaSize(int depth, int properties, int choices) {
    private static final int MAX_DEPTH = 5;
    private static final int MAX_PROPERTIES = 5_000;
    private static final int MAX_CHOICES = 1_000;

    private static final SchemaSize NONE = new SchemaSize(0, 0, 0);

    static SchemaSize of(Map<?, ?> schema) {
        SchemaSize within = NONE;
        for (Map.Entry<?, ?> part : schema.entrySet()) {
            within = switch (String.valueOf(part.getKey())) {
                case "properties", "$defs", "definitions" ->
                    part.getValue() instanceof Map<?, ?> named ? within.and(all(named.values())) : within;
                case "items" -> within.and(one(part.getValue()));
                case "anyOf", "prefixItems" ->
                    part.getValue() instanceof Collection<?> parts ? within.and(all(parts)) : within;
                case "enum" ->
                    part.getValue() instanceof Collection<?> values
                            ? within.and(new SchemaSize(0, 0, values.size()))
                            : within;
                default -> within;
            };
        }
        return schema.get("properties") instanceof Map<?, ?> named
                ? new SchemaSize(within.depth + 1, within.properties + named.size(), within.choices)
                : within;
    }

    private static SchemaSize all(Collection<?> parts) {
        SchemaSize size = NONE;
        for (Object part : parts) {
            size = size.and(one(part));
        }
        return size;
    }

    private static SchemaSize one(@Nullable Object part) {
        return part instanceof Map<?, ?> schema ? of(schema) : NONE;
    }

    /// The size of both together.
    private SchemaSize and(SchemaSize other) {
        return new SchemaSize(Math.max(depth, other.depth), properties + other.properties, choices + other.choices);
    }

    /// Whether it is within OpenAI's limits for strict mode.
    boolean isEnforced() {
        return depth <= MAX_DEPTH && properties <= MAX_PROPERTIES && choices <= MAX_CHOICES;
    }
}
