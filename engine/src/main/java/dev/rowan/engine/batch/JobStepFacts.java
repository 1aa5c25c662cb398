package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The facts of one step, as they are put together. Owned by one thread.
final class JobStepFacts {
    private final Map<String, @Nullable Object> facts = new LinkedHashMap<>();

    static JobStepFacts in(JobState.Phase phase) {
        return new JobStepFacts().with("phase", phase.word());
    }

    JobStepFacts with(String name, String value) {
        facts.put(name, value);
        return this;
    }

    JobStepFacts with(String name, long value) {
        facts.put(name, value);
        return this;
    }

    JobStepFacts with(String name, boolean value) {
        facts.put(name, value);
        return this;
    }

    JobStepFacts with(String name, Instant value) {
        facts.put(name, value.toString());
        return this;
    }

    JobStepFacts with(String name, Map<String, ? extends @Nullable Object> value) {
        facts.put(name, value);
        return this;
    }

    JobStepFacts with(String name, List<UnrelatedBatch> value) {
        facts.put(name, UnrelatedBatch.facts(value));
        return this;
    }

    JobStepFacts with(String name, Optional<String> value) {
        value.ifPresent(text -> facts.put(name, text));
        return this;
    }

    /// What the provider tells of a batch.
    JobStepFacts of(BatchStatus status) {
        with("status", status.state().name().toLowerCase(Locale.ROOT));
        with("word", status.providerState());
        status.expiresAt().ifPresent(time -> with("expires_at", time));
        status.counts()
                .ifPresent(counts -> with("succeeded", counts.succeeded())
                        .with("failed", counts.failed())
                        .with("unfinished", counts.unfinished()));
        return this;
    }

    Map<String, @Nullable Object> map() {
        return facts;
    }
}
