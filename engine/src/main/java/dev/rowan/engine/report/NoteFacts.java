package dev.rowan.engine.report;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The facts of a note, read leniently: other versions of Rowan may have written it.
public record NoteFacts(Map<String, @Nullable Object> facts) {

    /// The value as text, if there is one.
    public Optional<String> text(String name) {
        return Optional.ofNullable(facts.get(name)).map(String::valueOf);
    }

    public Optional<Double> number(String name) {
        return facts.get(name) instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
    }
}
