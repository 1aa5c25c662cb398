package dev.rowan.web.run;

import dev.rowan.web.control.AppliedChange;
import java.util.List;
import java.util.Optional;

/// What a run has told of itself so far: samples, changes of its pace, changes that people made, what its
/// pools did, and the latest figures of each transform about its batches.
public record RecordedHistory(
        List<ChartSample> moments,
        List<LimitChange> limits,
        long allLimits,
        List<AppliedChange> changes,
        List<NoteFacts> pools,
        List<NoteFacts> batchMetrics) {
    public static final RecordedHistory NOTHING =
            new RecordedHistory(List.of(), List.of(), 0, List.of(), List.of(), List.of());

    public RecordedHistory {
        moments = List.copyOf(moments);
        limits = List.copyOf(limits);
        changes = List.copyOf(changes);
        pools = List.copyOf(pools);
        batchMetrics = List.copyOf(batchMetrics);
    }

    public Optional<ChartSample> last() {
        return moments.isEmpty() ? Optional.empty() : Optional.of(moments.getLast());
    }

    /// A moment at least `seconds` of work before the last one, or as early as there is one since someone
    /// began to work on the run; empty while there are not two.
    public Optional<ChartSample> before(double seconds) {
        if (moments.isEmpty()) {
            return Optional.empty();
        }
        ChartSample last = moments.getLast();
        ChartSample found = last;
        for (int i = moments.size() - 2; i >= 0 && !moments.get(i + 1).resumed(); i--) {
            found = moments.get(i);
            if (found.worked() <= last.worked() - seconds) {
                break;
            }
        }
        return found.worked() < last.worked() ? Optional.of(found) : Optional.empty();
    }
}
