package dev.rowan.cli.rows;

import dev.rowan.landscape.LandscapeReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Why a sink refused a token, as it was noted: `{reason, message, …details}`.
public record SinkRefusal(String sink, int part, Map<String, @Nullable Object> reason) {
    private static final String NOTE = "sink_refused";
    private static final String ROW = "row_seq";
    private static final String PART = "part";
    private static final String SINK = "sink";

    /// The refusals of the row's tokens.
    public static List<SinkRefusal> of(LandscapeReader reader, String runId, long row) {
        return reader.notes().list(runId, NOTE).stream()
                .filter(note -> note.get(ROW) instanceof Number number && number.longValue() == row)
                .map(SinkRefusal::read)
                .toList();
    }

    public Map<String, @Nullable Object> asMap() {
        var all = new LinkedHashMap<>(reason);
        all.put(SINK, sink);
        all.put(PART, part);
        return all;
    }

    private static SinkRefusal read(Map<String, @Nullable Object> note) {
        var reason = new LinkedHashMap<>(note);
        reason.keySet().removeAll(List.of(ROW, PART, SINK));
        int part = note.get(PART) instanceof Number number ? number.intValue() : 0;
        return new SinkRefusal(String.valueOf(note.get(SINK)), part, reason);
    }
}
