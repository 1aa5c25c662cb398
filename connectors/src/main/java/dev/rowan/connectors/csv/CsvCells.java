package dev.rowan.connectors.csv;

import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Formats values as cells: text unchanged, null as empty, lists and objects as JSON.
final class CsvCells {
    private CsvCells() {}

    static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            case List<?> _, Map<?, ?> _ -> new String(RowJson.writeValue(value), StandardCharsets.UTF_8);
            default -> value.toString();
        };
    }
}
