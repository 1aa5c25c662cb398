package dev.rowan.chaos.check;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The records in a sink's file, in order.
///
/// For rows that did not pass, run-specific values are omitted: the run id and the number of attempts.
record SinkLines(List<String> lines, boolean whole) {

    static SinkLines of(PipelineRules.Target sink) throws IOException {
        if (Files.notExists(sink.file())) {
            return new SinkLines(List.of(), true);
        }
        String text = Files.readString(sink.file());
        List<String> lines = sink.quoted() ? quoted(text) : text.lines().toList();
        boolean whole = text.isEmpty() || text.endsWith("\n");
        List<String> records = sink.quoted() && !lines.isEmpty() ? lines.subList(1, lines.size()) : lines;
        return new SinkLines(records.stream().map(SinkLines::plain).toList(), whole);
    }

    private static List<String> quoted(String text) {
        var records = new ArrayList<String>();
        boolean inside = false;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            inside ^= c == '"';
            if (c == '\n' && !inside) {
                records.add(text.substring(from, i));
                from = i + 1;
            }
        }
        if (from < text.length()) {
            records.add(text.substring(from));
        }
        return records;
    }

    private static String plain(String line) {
        if (!line.contains("_error")) {
            return line;
        }
        try {
            if (RowJson.readValue(line.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> row
                    && row.get("_error") instanceof Map<?, ?> error) {
                var shorter = new LinkedHashMap<String, @Nullable Object>();
                error.forEach((key, value) -> shorter.put(String.valueOf(key), value));
                shorter.keySet().removeAll(List.of("run", "attempts"));
                var changed = new LinkedHashMap<String, @Nullable Object>();
                row.forEach((key, value) -> changed.put(String.valueOf(key), value));
                changed.put("_error", shorter);
                return new String(RowJson.writeValue(changed), StandardCharsets.UTF_8);
            }
        } catch (JsonException notJson) {
            return line;
        }
        return line.replaceAll("\"\"(run|attempts)\"\":(\"\"[^\"]*\"\"|[0-9]+)", "");
    }
}
