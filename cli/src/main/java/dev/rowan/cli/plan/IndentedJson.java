package dev.rowan.cli.plan;

import dev.rowan.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A JSON value over several lines, for reading.
final class IndentedJson {
    private static final String STEP = "  ";

    private IndentedJson() {}

    static String of(@Nullable Object value) {
        return of(value, "");
    }

    private static String of(@Nullable Object value, String indent) {
        String inner = indent + STEP;
        return switch (value) {
            case Map<?, ?> map
            when !map.isEmpty() ->
                map.entrySet().stream()
                        .map(entry -> inner + JsonObject.text(entry.getKey()) + ": " + of(entry.getValue(), inner))
                        .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
            case List<?> list
            when !list.isEmpty() ->
                list.stream()
                        .map(item -> inner + of(item, inner))
                        .collect(Collectors.joining(",\n", "[\n", "\n" + indent + "]"));
            case null, default -> JsonObject.text(value);
        };
    }
}
