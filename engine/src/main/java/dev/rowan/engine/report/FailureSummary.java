package dev.rowan.engine.report;

import dev.rowan.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Rows that failed for one reason between two samples.
public record FailureSummary(Instant at, double runSeconds, String reason, long rows) {
    private static final int MAX_LISTED = 200;

    /// The latest ones, in order.
    public static List<FailureSummary> of(List<RunSample> samples) {
        var found = new ArrayList<FailureSummary>();
        for (int i = samples.size() - 1; i >= 0 && found.size() < MAX_LISTED; i--) {
            RunSample sample = samples.get(i);
            var before = i == 0
                    ? new TreeMap<String, Long>()
                    : new TreeMap<>(samples.get(i - 1).sample().reasons());
            var here = new TreeMap<>(sample.sample().reasons());
            here.descendingMap().forEach((reason, count) -> {
                long more = count - before.getOrDefault(reason, 0L);
                if (more > 0) {
                    found.add(new FailureSummary(sample.at(), sample.runSeconds(), reason, more));
                }
            });
        }
        return found.reversed();
    }

    JsonObject json() {
        return JsonObject.object().put("at", at).put("reason", reason).put("rows", rows);
    }
}
