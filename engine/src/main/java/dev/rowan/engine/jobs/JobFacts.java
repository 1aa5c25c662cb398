package dev.rowan.engine.jobs;

import dev.rowan.api.batch.BatchStatus;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The facts of a step or a job as they are recorded, with typed access. A fact that is absent or malformed is
/// read as absent. Owned by one thread.
final class JobFacts {
    private final Map<String, @Nullable Object> facts;

    private JobFacts(Map<String, @Nullable Object> facts) {
        this.facts = facts;
    }

    static JobFacts empty() {
        return new JobFacts(new LinkedHashMap<>());
    }

    static JobFacts of(Map<?, ?> recorded) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        recorded.forEach((name, value) -> facts.put(String.valueOf(name), value));
        return new JobFacts(facts);
    }

    Map<String, @Nullable Object> map() {
        return facts;
    }

    JobFacts with(String name, Object value) {
        facts.put(
                name,
                switch (value) {
                    case Instant time -> time.toString();
                    case Integer number -> number.longValue();
                    case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
                    default -> value;
                });
        return this;
    }

    JobFacts with(String name, Optional<?> value) {
        value.ifPresent(present -> with(name, present));
        return this;
    }

    <T> JobFacts withAll(String name, List<T> values, Function<T, JobFacts> encode) {
        return with(
                name, values.stream().map(value -> encode.apply(value).map()).toList());
    }

    JobFacts withStatus(BatchStatus batch) {
        with("status", batch.state()).with("word", batch.providerState()).with("expires_at", batch.expiresAt());
        batch.counts()
                .ifPresent(counts -> with("succeeded", counts.succeeded())
                        .with("failed", counts.failed())
                        .with("unfinished", counts.unfinished()));
        return this;
    }

    boolean has(String name) {
        return facts.get(name) != null;
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(facts.get(name)).map(String::valueOf);
    }

    /// A text; an empty one counts as absent, since steps clear it so.
    Optional<String> nonEmpty(String name) {
        return text(name).filter(text -> !text.isEmpty());
    }

    String required(String name) {
        return text(name).orElse("");
    }

    long number(String name) {
        return facts.get(name) instanceof Number number ? number.longValue() : 0;
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(facts.get(name));
    }

    Optional<Instant> time(String name) {
        try {
            return text(name).map(Instant::parse);
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    <E extends Enum<E>> Optional<E> constant(String name, E[] values) {
        return text(name)
                .flatMap(text -> Stream.of(values)
                        .filter(value -> value.name().equalsIgnoreCase(text))
                        .findFirst());
    }

    /// A nested mapping; empty if absent.
    JobFacts nested(String name) {
        return facts.get(name) instanceof Map<?, ?> nested ? of(nested) : empty();
    }

    <T> List<T> list(String name, Function<JobFacts, T> decode) {
        return facts.get(name) instanceof List<?> list
                ? list.stream()
                        .<T>mapMulti((each, out) -> {
                            if (each instanceof Map<?, ?> map) {
                                out.accept(decode.apply(of(map)));
                            }
                        })
                        .toList()
                : List.of();
    }

    List<String> texts(String name) {
        return facts.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
