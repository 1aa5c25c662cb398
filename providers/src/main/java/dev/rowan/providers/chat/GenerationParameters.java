package dev.rowan.providers.chat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Generation parameters. Empty ones are not sent. `extraBody` has request fields that Rowan does not know.
public record GenerationParameters(
        Optional<BigDecimal> temperature,
        Optional<BigDecimal> topP,
        Optional<Long> seed,
        List<String> stop,
        Optional<ReasoningEffort> effort,
        ExtraBody extraBody) {

    public static final GenerationParameters NONE = withTemperature(Optional.empty());

    public GenerationParameters {
        stop = List.copyOf(stop);
    }

    public static GenerationParameters withTemperature(Optional<BigDecimal> temperature) {
        return new GenerationParameters(
                temperature, Optional.empty(), Optional.empty(), List.of(), Optional.empty(), new ExtraBody(Map.of()));
    }
}
