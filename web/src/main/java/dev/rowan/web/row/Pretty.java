package dev.rowan.web.row;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Values as text for reading: texts as they are, all else as JSON over several lines.
final class Pretty {
    private static final String STEP = "  ";

    private Pretty() {}

    static String of(@Nullable Object value) {
        return value instanceof String text ? text : json(value, "");
    }

    /// The body of a message, with JSON indented.
    static String body(byte[] bytes) {
        try {
            return json(RowJson.readValue(bytes), "");
        } catch (JsonException _) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    static boolean isJson(byte[] bytes) {
        try {
            RowJson.readValue(bytes);
            return true;
        } catch (JsonException _) {
            return false;
        }
    }

    private static String json(@Nullable Object value, String indent) {
        String inner = indent + STEP;
        return switch (value) {
            case Map<?, ?> map
            when !map.isEmpty() ->
                map.entrySet().stream()
                        .map(entry -> inner + plain(entry.getKey()) + ": " + json(entry.getValue(), inner))
                        .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
            case List<?> list
            when !list.isEmpty() ->
                list.stream()
                        .map(item -> inner + json(item, inner))
                        .collect(Collectors.joining(",\n", "[\n", "\n" + indent + "]"));
            case null, default -> plain(value);
        };
    }

    private static String plain(@Nullable Object value) {
        return new String(RowJson.writeValue(value), StandardCharsets.UTF_8);
    }
}
