package dev.rowan.web.run;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a note says, read with care: a page shows notes of every version of Rowan.
public record NoteFacts(Map<String, @Nullable Object> facts) {

    /// The value as words, if there is one.
    public Optional<String> text(String name) {
        return Optional.ofNullable(facts.get(name)).map(String::valueOf);
    }

    public Optional<Double> number(String name) {
        return facts.get(name) instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
    }

    public long count(String name) {
        return facts.get(name) instanceof Number number ? number.longValue() : 0;
    }
}
