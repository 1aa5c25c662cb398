package dev.rowan.api.call;

import java.math.BigDecimal;
import java.util.Optional;

/// The usage of a call as the provider counted it. An absent number is unknown, not zero.
///
/// `input` counts all prompt tokens, including those read from a cache (`cachedInput`) and written to one
/// (`writes`), whether the provider counts them inside its input, as OpenAI and Gemini do, or beside it, as
/// Anthropic and Bedrock do; `output` counts all completion tokens, including `reasoning`.
public record Usage(
        Optional<Long> input,
        Optional<Long> cachedInput,
        Optional<CacheWrites> writes,
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
        return new Usage(input, cachedInput, writes, output, reasoning, usd);
    }

    /// All tokens written to a cache.
    public Optional<Long> cacheWrites() {
        return writes.map(CacheWrites::total);
    }
}
