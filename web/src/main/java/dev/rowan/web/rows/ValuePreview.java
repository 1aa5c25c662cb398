package dev.rowan.web.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.RowScan.RowHead;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The beginning of a row's values on one line.
final class ValuePreview {
    private static final int FIELDS = 5;
    private static final int FIELD = 60;
    private static final int ALL = 160;

    private ValuePreview() {}

    /// `name: value · name: value …`, or the raw text where the row is too long or unreadable.
    static String of(RowHead head) {
        Optional<String> start = head.start();
        if (start.isEmpty()) {
            return "(values deleted)";
        }
        if (!head.whole()) {
            return clipped(start.get(), ALL);
        }
        try {
            return fields(RowJson.readRow(start.get().getBytes(UTF_8)).asMap());
        } catch (JsonException _) {
            return clipped(start.get(), ALL);
        }
    }

    private static String fields(Map<String, @Nullable Object> values) {
        String shown = values.entrySet().stream()
                .limit(FIELDS)
                .map(field -> clipped(field.getKey(), FIELD) + ": " + clipped(text(field.getValue()), FIELD))
                .collect(Collectors.joining(" · "));
        return clipped(values.size() > FIELDS ? shown + " · …" : shown, ALL);
    }

    private static String text(@Nullable Object value) {
        return value instanceof String text ? text : new String(RowJson.writeValue(value), UTF_8);
    }

    /// So many characters at most, on one line; no character is cut in two.
    static String clipped(String text, int max) {
        String line = text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' ');
        if (line.length() <= max) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(max - 2)) ? max - 2 : max - 1;
        return line.substring(0, end) + "…";
    }
}
