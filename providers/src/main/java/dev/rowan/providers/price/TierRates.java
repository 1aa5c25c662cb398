package dev.rowan.providers.price;

import dev.rowan.providers.reply.JsonTree;
import java.math.BigDecimal;
import java.util.Optional;

/// The prices of a tier as shares of the standard ones, for each kind of token. In batches Anthropic halves every
/// kind, Gemini all but cached input.
public record TierRates(BigDecimal input, BigDecimal cachedInput, BigDecimal cacheWrite, BigDecimal output) {
    public static TierRates all(BigDecimal share) {
        return new TierRates(share, share, share, share);
    }

    /// `0.5`, or a share for each kind, where those of caches are that of input unless given.
    static Optional<TierRates> of(JsonTree entry) {
        if (!entry.isObject()) {
            return entry.number().map(TierRates::all);
        }
        BigDecimal input = entry.at("input").number().orElseThrow();
        return Optional.of(new TierRates(
                input,
                entry.at("cached_input").number().orElse(input),
                entry.at("cache_write").number().orElse(input),
                entry.at("output").number().orElseThrow()));
    }
}
