package dev.rowan.engine.jobs;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A provider's batch beside the job's own: one that may be the job's, or a duplicate.
public record FoundBatch(String batchId, Optional<Instant> createdAt, State state, Optional<String> costUsd) {

    public enum State {
        /// A candidate that was not checked yet, or a duplicate to be cancelled.
        OPEN,
        /// A candidate whose results have the job's ids.
        PROVEN,
        /// A candidate that has ended without a result that identifies it.
        NAMELESS,
        /// A candidate that is not the job's.
        RELEASED,
        /// A cancelled duplicate whose cost is not counted yet.
        CANCELLED,
        /// A duplicate whose cost is counted.
        BOOKED
    }

    public static FoundBatch of(String batchId, Optional<Instant> createdAt, State state) {
        return new FoundBatch(batchId, createdAt, state, Optional.empty());
    }

    public FoundBatch in(State next) {
        return new FoundBatch(batchId, createdAt, next, costUsd);
    }

    /// The batches with this one replacing its earlier state.
    public List<FoundBatch> replaceIn(List<FoundBatch> batches) {
        return batches.stream()
                .map(each -> each.batchId.equals(batchId) ? this : each)
                .toList();
    }
}
