package dev.rowan.landscape.fold;

import dev.rowan.api.plugin.Sink;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Sink marks as facts: `rows`, `start`, `end`, `sha256`, and `state` if there is one.
public final class SinkMarks {
    private SinkMarks() {}

    static Map<String, @Nullable Object> values(Sink.Mark mark) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        values.put("rows", mark.rows());
        values.put("start", mark.start());
        values.put("end", mark.end());
        values.put("sha256", mark.sha256());
        mark.state().ifPresent(state -> values.put("state", state));
        return values;
    }

    public static Sink.Mark mark(Map<String, @Nullable Object> values) {
        return new Sink.Mark(
                RecordedJson.number(values.get("rows")),
                RecordedJson.number(values.get("start")),
                RecordedJson.number(values.get("end")),
                String.valueOf(values.get("sha256")),
                values.get("state") instanceof String state ? Optional.of(state) : Optional.empty());
    }

    static Map<String, Sink.Mark> all(Map<String, @Nullable Object> bySink) {
        var marks = new TreeMap<String, Sink.Mark>();
        bySink.forEach((sink, values) -> marks.put(sink, mark(RecordedJson.map(values))));
        return marks;
    }
}
