package dev.rowan.engine.report;

import java.util.List;
import java.util.Optional;

/// What a run has recorded about itself: samples, rate limit changes, changes by operators, pool statistics, the
/// latest batch metrics of each transform, and the transforms whose reused and new answers come from different models.
public record RecordedHistory(
        List<RunSample> samples,
        List<LimitChange> limits,
        long allLimits,
        List<AppliedChange> changes,
        List<NoteFacts> pools,
        List<NoteFacts> batchMetrics,
        List<ModelDifference> models) {
    public static final RecordedHistory EMPTY =
            new RecordedHistory(List.of(), List.of(), 0, List.of(), List.of(), List.of(), List.of());

    public RecordedHistory {
        samples = List.copyOf(samples);
        limits = List.copyOf(limits);
        changes = List.copyOf(changes);
        pools = List.copyOf(pools);
        batchMetrics = List.copyOf(batchMetrics);
        models = List.copyOf(models);
    }

    public Optional<RunSample> last() {
        return samples.isEmpty() ? Optional.empty() : Optional.of(samples.getLast());
    }

    /// A sample at least `seconds` of run time before the last one, or else the first since the run was last started
    /// or resumed; empty while there are not two.
    public Optional<RunSample> before(double seconds) {
        if (samples.isEmpty()) {
            return Optional.empty();
        }
        RunSample last = samples.getLast();
        RunSample found = last;
        for (int i = samples.size() - 2; i >= 0 && !samples.get(i + 1).resumed(); i--) {
            found = samples.get(i);
            if (found.runSeconds() <= last.runSeconds() - seconds) {
                break;
            }
        }
        return found.runSeconds() < last.runSeconds() ? Optional.of(found) : Optional.empty();
    }
}
