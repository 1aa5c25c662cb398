package dev.rowan.providers.llm;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds what Anthropic rejects in an answer's schema: bounds of numbers, lengths and lists, open objects,
/// recursion. In realtime the first row fails; a batch fails only at its end.
final class GrammarLint {
    private static final Set<String> BOUNDS = Set.of(
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "maxItems",
            "uniqueItems",
            "minProperties",
            "maxProperties");

    private static final Set<String> HOLD_NAMED = Set.of("properties", "$defs", "definitions");
    private static final Set<String> HOLD = Set.of("items", "prefixItems", "anyOf", "allOf");

    private final Map<?, ?> root;

    /// References already followed without a finding.
    private final Set<String> cleared = new HashSet<>();

    private GrammarLint(Map<?, ?> root) {
        this.root = root;
    }

    /// The first unsupported part of a closed schema, as a sentence.
    static Optional<String> of(Map<?, ?> closed) {
        return new GrammarLint(closed)
                .in(closed, "output_schema", Set.of())
                .map(found -> found + ": Anthropic rejects it, which a batch shows only when it has ended;"
                        + " omit it and put it in a description instead");
    }

    private Optional<String> in(Map<?, ?> schema, String path, Set<String> refs) {
        return bound(schema, path)
                .or(() -> open(schema, path))
                .or(() -> reference(schema, path, refs))
                .or(() -> within(schema, path, refs));
    }

    private static Optional<String> bound(Map<?, ?> schema, String path) {
        boolean counts = schema.get("minItems") instanceof Number least && least.longValue() > 1;
        return schema.keySet().stream()
                .map(String::valueOf)
                .filter(word -> BOUNDS.contains(word) || (word.equals("minItems") && counts))
                .findFirst()
                .map(word -> path + " has '" + word + "'");
    }

    private static Optional<String> open(Map<?, ?> schema, String path) {
        boolean isOpen =
                "object".equals(schema.get("type")) && !Boolean.FALSE.equals(schema.get("additionalProperties"));
        return isOpen ? Optional.of(path + " is an object with properties that are not named") : Optional.empty();
    }

    private Optional<String> reference(Map<?, ?> schema, String path, Set<String> refs) {
        if (!(schema.get("$ref") instanceof String ref)) {
            return Optional.empty();
        }
        if (!ref.startsWith("#")) {
            return Optional.of(path + " refers to another document");
        }
        if (ref.equals("#") || refs.contains(ref)) {
            return Optional.of(path + " is a schema that holds itself");
        }
        if (cleared.contains(ref) || !(at(ref) instanceof Map<?, ?> meant)) {
            return Optional.empty();
        }
        Set<String> more = new HashSet<>(refs);
        more.add(ref);
        Optional<String> found = in(meant, ref, more);
        cleared.add(ref);
        return found;
    }

    private @Nullable Object at(String ref) {
        Object found = root;
        for (String part : ref.substring(1).split("/")) {
            if (!part.isEmpty()) {
                found = found instanceof Map<?, ?> map ? map.get(part) : null;
            }
        }
        return found;
    }

    private Optional<String> within(Map<?, ?> schema, String path, Set<String> refs) {
        return schema.entrySet().stream()
                .flatMap(part -> {
                    String word = String.valueOf(part.getKey());
                    String inner = path + "/" + word;
                    return switch (part.getValue()) {
                        case Map<?, ?> named
                        when HOLD_NAMED.contains(word) ->
                            named.entrySet().stream()
                                    .flatMap(one -> held(one.getValue(), inner + "/" + one.getKey(), refs));
                        case Map<?, ?> one when HOLD.contains(word) -> held(one, inner, refs);
                        case List<?> several
                        when HOLD.contains(word) -> several.stream().flatMap(one -> held(one, inner, refs));
                        case null, default -> Stream.<String>empty();
                    };
                })
                .findFirst();
    }

    private Stream<String> held(@Nullable Object schema, String path, Set<String> refs) {
        return schema instanceof Map<?, ?> map ? in(map, path, refs).stream() : Stream.empty();
    }
}
