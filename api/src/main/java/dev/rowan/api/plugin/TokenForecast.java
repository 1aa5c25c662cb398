package dev.rowan.api.plugin;

import java.util.Optional;

/// The tokens that a call is expected to use, and the shares of cached prompts that are read and not written, in real
/// time and in batches, if they were measured.
public record TokenForecast(long input, long output, Optional<Double> realtimeHits, Optional<Double> batchHits) {

    public TokenForecast(long input, long output) {
        this(input, output, Optional.empty(), Optional.empty());
    }
}
