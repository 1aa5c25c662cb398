package dev.rowan.providers.schema;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks that the references of a schema are local.
record References(Map<String, @Nullable Object> root) {
    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");

    /// Keywords that contain values, not schemas.
    private static final Set<String> VALUES = Set.of("enum", "const", "default", "examples");

    /// The first reference that is not local, or dangling.
    Optional<String> astray() {
        return astray(root);
    }

    private Optional<String> astray(@Nullable Object part) {
        return switch (part) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .filter(entry -> !VALUES.contains((String) entry.getKey()))
                        .flatMap(entry -> astray((String) entry.getKey(), entry.getValue()).stream())
                        .findFirst();
            case Collection<?> list ->
                list.stream().flatMap(item -> astray(item).stream()).findFirst();
            case null, default -> Optional.empty();
        };
    }

    private Optional<String> astray(String key, @Nullable Object value) {
        if (REFERENCES.contains(key) && value instanceof String target) {
            return leadsWithin(target) ? Optional.empty() : Optional.of(target);
        }
        return astray(value);
    }

    private boolean leadsWithin(String target) {
        return target.startsWith("#") && (!target.startsWith("#/") || found(target.substring(2)));
    }

    private boolean found(String pointer) {
        Object part = root;
        for (String step : pointer.split("/", -1)) {
            String name = decoded(step).replace("~1", "/").replace("~0", "~");
            part = switch (part) {
                case Map<?, ?> map -> map.get(name);
                case List<?> list
                when name.matches("[0-9]{1,6}") && Integer.parseInt(name) < list.size() ->
                    list.get(Integer.parseInt(name));
                case null, default -> null;
            };
        }
        return part != null;
    }

    private static String decoded(String step) {
        try {
            return URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return step;
        }
    }
}
