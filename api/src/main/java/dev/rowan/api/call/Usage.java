package dev.rowan.api.call;

import java.math.BigDecimal;
import java.util.Optional;

/// The usage of a call as the provider counted it. An absent number is unknown, not zero.
///
/// `input` counts all prompt tokens, including those read from a cache (`cachedInput`) and written to one
/// (`cacheWrites`); `output` counts all completion tokens, including `reasoning`.
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
