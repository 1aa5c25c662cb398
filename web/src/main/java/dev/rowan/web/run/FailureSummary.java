package dev.rowan.web.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Rows that were turned away for one reason between two samples.
record FailureSummary(Instant at, double worked, String reason, long rows) {
    private static final int MAX_CHARS = 200;

    /// The newest of them, in order.
    static List<FailureSummary> of(List<ChartSample> moments) {
        var found = new ArrayList<FailureSummary>();
        for (int i = moments.size() - 1; i >= 0 && found.size() < MAX_CHARS; i--) {
            ChartSample moment = moments.get(i);
            var before = i == 0
                    ? new TreeMap<String, Long>()
                    : new TreeMap<>(moments.get(i - 1).sample().reasons());
            var here = new TreeMap<>(moment.sample().reasons());
            here.descendingMap().forEach((reason, count) -> {
                long more = count - before.getOrDefault(reason, 0L);
                if (more > 0) {
                    found.add(new FailureSummary(moment.at(), moment.worked(), reason, more));
                }
            });
        }
        return found.reversed();
    }
}
