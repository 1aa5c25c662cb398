package dev.rowan.cli.plan;

import dev.rowan.cli.terminal.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A JSON value over several lines, for reading.
final class PrettyJson {
    private static final String STEP = "  ";

    private PrettyJson() {}

    static String of(@Nullable Object value) {
        return of(value, "");
    }

    private static String of(@Nullable Object value, String indent) {
        String inner = indent + STEP;
        return switch (value) {
            case Map<?, ?> map
            when !map.isEmpty() ->
                map.entrySet().stream()
                        .map(entry -> inner + Json.text(entry.getKey()) + ": " + of(entry.getValue(), inner))
                        .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
            case List<?> list
            when !list.isEmpty() ->
                list.stream()
                        .map(item -> inner + of(item, inner))
                        .collect(Collectors.joining(",\n", "[\n", "\n" + indent + "]"));
            case null, default -> Json.text(value);
        };
    }
}
