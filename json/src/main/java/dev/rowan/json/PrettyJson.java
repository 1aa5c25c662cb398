package dev.rowan.json;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Indented JSON for people: short values on one line, the same text for the same values every time.
public final class PrettyJson {
    private static final int MAX_LINE = 80;

    private PrettyJson() {}

    /// The text of `value`, with a line feed at its end.
    public static String write(@Nullable Object value) {
        return text(value, "\n") + "\n";
    }

    /// `newline` is a line feed with the indentation of the line in which `value` starts.
    private static String text(@Nullable Object value, String newline) {
        String deeper = newline + "  ";
        return switch (value) {
            case SequencedMap<?, ?> map ->
                group(
                        "{",
                        "}",
                        newline,
                        map.entrySet().stream().map(e -> member(e, deeper)).toList());
            // sort the keys of an unordered map
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
        return line.length() <= MAX_LINE && line.indexOf('\n') < 0
                ? line
                : open + newline + "  " + String.join("," + newline + "  ", parts) + newline + close;
    }
}
