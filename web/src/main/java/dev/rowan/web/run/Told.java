package dev.rowan.web.run;

import dev.rowan.web.control.Change;
import java.util.List;
import java.util.Optional;

/// What a run has told of itself so far: samples, changes of its pace, changes that people made, what its
/// pools did, and the latest figures of each transform about its batches.
public record Told(
        List<Moment> moments,
        List<LimitChange> limits,
        long allLimits,
        List<Change> changes,
        List<NoteFacts> pools,
        List<NoteFacts> batchMetrics) {
    public static final Told NOTHING = new Told(List.of(), List.of(), 0, List.of(), List.of(), List.of());

    public Told {
        moments = List.copyOf(moments);
        limits = List.copyOf(limits);
        changes = List.copyOf(changes);
        pools = List.copyOf(pools);
        batchMetrics = List.copyOf(batchMetrics);
    }

    public Optional<Moment> last() {
        return moments.isEmpty() ? Optional.empty() : Optional.of(moments.getLast());
    }

    /// A moment at least `seconds` of work before the last one, or as early as there is one since someone
    /// began to work on the run; empty while there are not two.
    public Optional<Moment> before(double seconds) {
        if (moments.isEmpty()) {
            return Optional.empty();
        }
        Moment last = moments.getLast();
        Moment found = last;
        for (int i = moments.size() - 2; i >= 0 && !moments.get(i + 1).resumed(); i--) {
            found = moments.get(i);
            if (found.worked() <= last.worked() - seconds) {
                break;
            }
        }
        return found.worked() < last.worked() ? Optional.of(found) : Optional.empty();
    }
}
