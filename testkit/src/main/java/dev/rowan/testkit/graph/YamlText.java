package dev.rowan.testkit.graph;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes settings as YAML: maps and lists as blocks, the smallest ones on a line.
final class YamlText {
    private static final int SHORT = 90;

    private YamlText() {}

    static String of(Map<String, Object> settings) {
        var text = new StringBuilder();
        write(settings, "", text);
        return text.toString();
    }

    private static void write(Map<?, ?> map, String indent, StringBuilder text) {
        boolean first = true;
        for (var entry : map.entrySet()) {
            text.append(first ? "" : indent).append(flow(entry.getKey())).append(':');
            first = false;
            value(entry.getValue(), indent, text);
        }
    }

    private static void value(@Nullable Object value, String indent, StringBuilder text) {
        String line = flow(value);
        if (line.length() <= SHORT || !(value instanceof Map<?, ?> || value instanceof List<?>)) {
            text.append(' ').append(line).append('\n');
        } else if (value instanceof Map<?, ?> map) {
            text.append('\n').append(indent).append("  ");
            write(map, indent + "  ", text);
        } else if (value instanceof List<?> list) {
            text.append('\n');
            for (Object item : list) {
                text.append(indent).append("  -");
                if (item instanceof Map<?, ?> map && flow(item).length() > SHORT) {
                    text.append(' ');
                    write(map, indent + "    ", text);
                } else {
                    text.append(' ').append(flow(item)).append('\n');
                }
            }
        }
    }

    private static String flow(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> flow(entry.getKey()) + ": " + flow(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list -> list.stream().map(YamlText::flow).collect(Collectors.joining(", ", "[", "]"));
            case String text when plain(text) -> text;
            case String text -> "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            case null, default -> String.valueOf(value);
        };
    }

    /// Letters, digits and underscores that no YAML reader takes for something else.
    private static boolean plain(String text) {
        boolean word = !text.isEmpty()
                && Character.isLetter(text.charAt(0))
                && text.chars().allMatch(c -> c == '_' || c == '.' || Character.isLetterOrDigit(c));
        return word
                && !List.of("true", "false", "null", "yes", "no", "on", "off", "y", "n")
                        .contains(text);
    }
}
