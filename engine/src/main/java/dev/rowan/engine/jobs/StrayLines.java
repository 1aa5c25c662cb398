package dev.rowan.engine.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Result lines that belong to no request: a second line for an id, an id that is not the job's, a line that
/// cannot be parsed; and the positions of the first few.
public record StrayLines(long duplicate, long unknown, long malformed, List<String> examples) {
    public StrayLines {
        examples = List.copyOf(examples);
    }

    /// The counts by kind, without zeros.
    public Map<String, Long> byKind() {
        var counts = new LinkedHashMap<String, Long>();
        counts.put("duplicate", duplicate);
        counts.put("unknown", unknown);
        counts.put("malformed", malformed);
        counts.values().removeIf(count -> count == 0);
        return counts;
    }
}
