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
final class Facts {
    private final Map<String, @Nullable Object> facts = new LinkedHashMap<>();

    static Facts in(JobFold.Phase phase) {
        return new Facts().with("phase", phase.word());
    }

    Facts with(String name, String value) {
        facts.put(name, value);
        return this;
    }

    Facts with(String name, long value) {
        facts.put(name, value);
        return this;
    }

    Facts with(String name, boolean value) {
        facts.put(name, value);
        return this;
    }

    Facts with(String name, Instant value) {
        facts.put(name, value.toString());
        return this;
    }

    Facts with(String name, Map<String, ? extends @Nullable Object> value) {
        facts.put(name, value);
        return this;
    }

    Facts with(String name, List<OtherBatch> value) {
        facts.put(name, OtherBatch.facts(value));
        return this;
    }

    Facts with(String name, Optional<String> value) {
        value.ifPresent(text -> facts.put(name, text));
        return this;
    }

    /// What the provider tells of a batch.
    Facts of(BatchStatus status) {
        with("status", status.state().name().toLowerCase(Locale.ROOT));
        with("word", status.word());
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
