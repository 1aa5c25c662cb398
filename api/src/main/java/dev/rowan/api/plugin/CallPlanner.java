package dev.rowan.api.plugin;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A transform that can tell beforehand what it would send: for previews and forecasts, which send nothing.
public interface CallPlanner {

    /// What the transform would do with a row.
    sealed interface Plan {
        /// It would make these calls, if every answer lets it go on.
        record Sends(List<Call> calls) implements Plan {
            public Sends {
                calls = List.copyOf(calls);
            }
        }

        /// It would end the row before any call.
        record Ends(Reason reason) implements Plan {}
    }

    Plan plan(Row row);

    /// The fields that answers add to a row; none for a transform that only checks it.
    default Set<String> adds() {
        return Set.of();
    }

    /// What a call costs in the service's batches, as a share of its price in real time; empty where it has none.
    default Optional<BigDecimal> batchShare() {
        return Optional.empty();
    }
}
