package dev.rowan.providers.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds parts of a JSON Schema that no value can satisfy.
///
/// Schemas under `not` and `if` are skipped.
final class Contradictions {
    private record Bounds(String least, String most) {}

    private static final List<Bounds> BOUNDS = List.of(
            new Bounds("minimum", "maximum"),
            new Bounds("minLength", "maxLength"),
            new Bounds("minItems", "maxItems"),
            new Bounds("minProperties", "maxProperties"),
            new Bounds("minContains", "maxContains"));

    /// Exclusive bounds: equal ones leave nothing between them.
    private static final List<Bounds> OPEN_BOUNDS = List.of(
            new Bounds("exclusiveMinimum", "maximum"),
            new Bounds("minimum", "exclusiveMaximum"),
            new Bounds("exclusiveMinimum", "exclusiveMaximum"));

    private static final Set<String> NAMED_SCHEMAS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");
    private static final Set<String> SCHEMAS = Set.of(
            "items", "prefixItems", "additionalProperties", "contains", "then", "else", "anyOf", "oneOf", "allOf");

    private Contradictions() {}

    /// The first contradiction, as a sentence that starts with its path.
    static Optional<String> in(Map<?, ?> schema) {
        return in(schema, "");
    }

    private static Optional<String> in(Map<?, ?> schema, String path) {
        Optional<String> found = bounds(schema, BOUNDS, 0)
                .or(() -> bounds(schema, OPEN_BOUNDS, -1))
                .or(() -> required(schema))
                .or(() -> values(schema));
        return found.map(why -> (path.isEmpty() ? "" : path.substring(1) + ": ") + why)
                .or(() -> within(schema, path));
    }

    private static Optional<String> bounds(Map<?, ?> schema, List<Bounds> all, int largest) {
        return all.stream()
                .filter(pair -> schema.get(pair.least()) instanceof Number least
                        && schema.get(pair.most()) instanceof Number most
                        && decimal(least).compareTo(decimal(most)) > largest)
                .findFirst()
                .map(pair -> "%s %s leaves nothing below %s %s; swap them or remove one"
                        .formatted(pair.least(), schema.get(pair.least()), pair.most(), schema.get(pair.most())));
    }

    private static Optional<String> required(Map<?, ?> schema) {
        if (!Boolean.FALSE.equals(schema.get("additionalProperties"))
                || schema.containsKey("patternProperties")
                || !allows(schema, "object")
                || !(schema.get("required") instanceof Collection<?> required)) {
            return Optional.empty();
        }
        Map<?, ?> properties = schema.get("properties") instanceof Map<?, ?> named ? named : Map.of();
        return required.stream()
                .filter(name -> !properties.containsKey(name))
                .findFirst()
                .map(name -> ("required names '%s', which is not in properties, and additionalProperties: false forbids"
                                + " any other; add '%s' to properties or remove it from required")
                        .formatted(name, name));
    }

    private static Optional<String> values(Map<?, ?> schema) {
        if (schema.get("enum") instanceof Collection<?> values
                && values.stream().noneMatch(value -> fits(schema, value))) {
            return Optional.of("no value of enum " + values + " is of type " + schema.get("type")
                    + "; quote the values or change the type");
        }
        if (schema.containsKey("const") && !fits(schema, schema.get("const"))) {
            return Optional.of("const " + schema.get("const") + " is not of type " + schema.get("type")
                    + "; quote the value or change the type");
        }
        return Optional.empty();
    }

    private static boolean fits(Map<?, ?> schema, @Nullable Object value) {
        return switch (value) {
            case null -> allows(schema, "null");
            case String _ -> allows(schema, "string");
            case Boolean _ -> allows(schema, "boolean");
            case Number n -> allows(schema, "number") || (isWhole(n) && allows(schema, "integer"));
            case Map<?, ?> _ -> allows(schema, "object");
            case Collection<?> _ -> allows(schema, "array");
            default -> true;
        };
    }

    private static boolean allows(Map<?, ?> schema, String type) {
        return switch (schema.get("type")) {
            case String only -> only.equals(type);
            case Collection<?> several -> several.contains(type);
            case null, default -> true;
        };
    }

    private static boolean isWhole(Number n) {
        return decimal(n).stripTrailingZeros().scale() <= 0;
    }

    private static BigDecimal decimal(Number n) {
        return switch (n) {
            case BigDecimal decimal -> decimal;
            case BigInteger whole -> new BigDecimal(whole);
            case Long whole -> BigDecimal.valueOf(whole);
            default -> new BigDecimal(n.toString());
        };
    }

    private static Optional<String> within(Map<?, ?> schema, String path) {
        return schema.entrySet().stream()
                .flatMap(entry -> parts(String.valueOf(entry.getKey()), entry.getValue()))
                .map(part -> part.apply(path))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// The schemas that `value` holds under `keyword`, each as what is found in it.
    private static Stream<Function<String, Optional<String>>> parts(String keyword, @Nullable Object value) {
        return switch (value) {
            case Map<?, ?> named
            when NAMED_SCHEMAS.contains(keyword) ->
                named.entrySet().stream()
                        .flatMap(entry -> part("/" + keyword + "/" + entry.getKey(), entry.getValue()));
            case Map<?, ?> one when SCHEMAS.contains(keyword) -> part("/" + keyword, one);
            case List<?> several
            when SCHEMAS.contains(keyword) ->
                several.stream().flatMap(one -> part("/" + keyword + "/" + several.indexOf(one), one));
            case null, default -> Stream.empty();
        };
    }

    private static Stream<Function<String, Optional<String>>> part(String step, @Nullable Object value) {
        return value instanceof Map<?, ?> schema ? Stream.of(path -> in(schema, path + step)) : Stream.empty();
    }
}
