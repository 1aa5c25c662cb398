package dev.rowan.engine.jobs;

import dev.rowan.landscape.JobQueries.BatchJob;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The facts of a job as stored in landscapes, written by hand.
final class RecordedFacts {
    private final Map<String, @Nullable Object> facts = new LinkedHashMap<>();

    static RecordedFacts in(JobState.Phase phase) {
        return new RecordedFacts().with("phase", phase.word());
    }

    RecordedFacts with(String name, Object value) {
        facts.put(name, value instanceof Instant time ? time.toString() : value);
        return this;
    }

    RecordedFacts withBatches(String name, FoundBatch... batches) {
        facts.put(
                name,
                List.of(batches).stream()
                        .map(batch -> Map.of(
                                "batch_id",
                                batch.batchId(),
                                "created_at",
                                batch.createdAt().orElseThrow().toString(),
                                "state",
                                batch.state().name().toLowerCase(Locale.ROOT)))
                        .toList());
        return this;
    }

    JobState state(String step, Instant at) {
        return JobState.of(new BatchJob(1, step, at, facts));
    }
}
