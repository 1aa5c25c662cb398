package dev.rowan.web.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Rows that were turned away for one reason between two samples.
record Problem(Instant at, double worked, String reason, long rows) {
    private static final int MOST = 200;

    /// The newest of them, in order.
    static List<Problem> of(List<Moment> moments) {
        var found = new ArrayList<Problem>();
        for (int i = moments.size() - 1; i >= 0 && found.size() < MOST; i--) {
            Moment moment = moments.get(i);
            var before = i == 0
                    ? new TreeMap<String, Long>()
                    : new TreeMap<>(moments.get(i - 1).sample().reasons());
            var here = new TreeMap<>(moment.sample().reasons());
            here.descendingMap().forEach((reason, count) -> {
                long more = count - before.getOrDefault(reason, 0L);
                if (more > 0) {
                    found.add(new Problem(moment.at(), moment.worked(), reason, more));
                }
            });
        }
        return found.reversed();
    }
}
