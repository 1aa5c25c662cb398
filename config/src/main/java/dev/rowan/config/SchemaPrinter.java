package dev.rowan.config;

import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// JSON text for people: indented, short values on one line, and the same text for the same values every time.
final class SchemaPrinter {
    private static final int SHORT = 80;

    private SchemaPrinter() {}

    static String write(Object value) {
        return text(value, "\n") + "\n";
    }

    /// `newline` is a line break with the indentation of the line that `value` begins in.
    private static String text(@Nullable Object value, String newline) {
        String deeper = newline + "  ";
        return switch (value) {
            case SequencedMap<?, ?> map ->
                group(
                        "{",
                        "}",
                        newline,
                        map.entrySet().stream().map(e -> member(e, deeper)).toList());
            // a map without an order of its own gets one
            case Map<?, ?> map -> text(new TreeMap<>(map), newline);
            case List<?> list ->
                group(
                        "[",
                        "]",
                        newline,
                        list.stream().map(item -> text(item, deeper)).toList());
            case null, default -> new String(RowJson.writeValue(value), StandardCharsets.UTF_8);
        };
    }

    private static String member(Map.Entry<?, ?> entry, String newline) {
        return text(entry.getKey(), newline) + ": " + text(entry.getValue(), newline);
    }

    private static String group(String open, String close, String newline, Collection<String> parts) {
        String line = open + String.join(", ", parts) + close;
        return line.length() <= SHORT && line.indexOf('\n') < 0
                ? line
                : open + newline + "  " + String.join("," + newline + "  ", parts) + newline + close;
    }
}
