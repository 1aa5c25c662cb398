package dev.rowan.providers.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Converts values for the validator, with every digit.
final class SchemaNodes {
    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private SchemaNodes() {}

    static JsonNode of(@Nullable Object value) {
        return switch (value) {
            case null -> MAKE.nullNode();
            case String text -> MAKE.stringNode(text);
            case Boolean flag -> MAKE.booleanNode(flag);
            case Long n -> MAKE.numberNode(n);
            case BigInteger n -> MAKE.numberNode(n);
            case BigDecimal n -> MAKE.numberNode(n);
            case List<?> list -> {
                var array = MAKE.arrayNode();
                list.forEach(item -> array.add(of(item)));
                yield array;
            }
            case Map<?, ?> map -> {
                var object = MAKE.objectNode();
                map.forEach((key, item) -> object.set((String) key, of(item)));
                yield object;
            }
            default ->
                throw new IllegalArgumentException(
                        "no JSON for " + value.getClass().getName());
        };
    }
}
