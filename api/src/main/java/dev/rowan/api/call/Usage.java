package dev.rowan.api.call;

import java.math.BigDecimal;
import java.util.Optional;

/// What a call used, as the provider counted it. A number that it did not give is unknown, which is not zero.
///
/// `input` counts all tokens of the question, those from a cache (`cachedInput`) and those put into one
/// (`cacheWrites`) included; `output` counts all tokens of the answer, those of thinking (`reasoning`) included.
public record Usage(
        Optional<Long> input,
        Optional<Long> cachedInput,
        Optional<Long> cacheWrites,
        Optional<Long> output,
        Optional<Long> reasoning,
        Optional<BigDecimal> costUsd) {

    public static Usage unknown() {
        return new Usage(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public Usage withCost(Optional<BigDecimal> usd) {
        return new Usage(input, cachedInput, cacheWrites, output, reasoning, usd);
    }
}
