package dev.rowan.engine.batch;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A batch of the provider's beside the one that is a job's own: one that may be the job's, or one too many.
public record UnrelatedBatch(String batchId, Optional<Instant> createdAt, State state, Optional<String> costUsd) {

    /// What is known of it.
    public enum State {
        /// A candidate of which nothing is proven, or a duplicate that is to be cancelled.
        OPEN,
        /// A candidate whose results have the job's ids.
        PROVEN,
        /// A candidate that has ended without a result that tells whose it is.
        NAMELESS,
        /// A candidate that is none of ours.
        RELEASED,
        /// A duplicate that was cancelled; what it has finished is not counted yet.
        CANCELLED,
        /// A duplicate whose cost is counted.
        BOOKED
    }

    UnrelatedBatch in(State next) {
        return new UnrelatedBatch(batchId, createdAt, next, costUsd);
    }

    Map<String, @Nullable Object> fact() {
        var fact = new LinkedHashMap<String, @Nullable Object>();
        fact.put("batch_id", batchId);
        createdAt.ifPresent(time -> fact.put("created_at", time.toString()));
        fact.put("state", state.name().toLowerCase(Locale.ROOT));
        costUsd.ifPresent(cost -> fact.put("cost_usd", cost));
        return fact;
    }

    static UnrelatedBatch of(Map<?, ?> fact) {
        return new UnrelatedBatch(
                String.valueOf(fact.get("batch_id")),
                fact.get("created_at") instanceof String time ? Optional.of(Instant.parse(time)) : Optional.empty(),
                State.valueOf(String.valueOf(fact.get("state")).toUpperCase(Locale.ROOT)),
                fact.get("cost_usd") instanceof String cost ? Optional.of(cost) : Optional.empty());
    }

    static List<@Nullable Object> facts(List<UnrelatedBatch> batches) {
        return List.copyOf(batches.stream().map(UnrelatedBatch::fact).toList());
    }
}
