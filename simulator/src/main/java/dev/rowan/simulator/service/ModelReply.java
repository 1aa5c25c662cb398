package dev.rowan.simulator.service;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.price.Money;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An answer in the provider's format, with its model and usage, the tier that served it, what it leaves in the
/// prompt cache, and what is billed beside its tokens.
public record ModelReply(
        String model,
        TokenUsage usage,
        Map<String, @Nullable Object> body,
        SimulatedTier tier,
        CacheUse cache,
        Money beside)
        implements EndpointResult {

    public ModelReply(
            String model, TokenUsage usage, Map<String, @Nullable Object> body, SimulatedTier tier, CacheUse cache) {
        this(model, usage, body, tier, cache, Money.ZERO);
    }

    public ModelReply(String model, TokenUsage usage, Map<String, @Nullable Object> body) {
        this(model, usage, body, SimulatedTier.STANDARD, CacheUse.NONE);
    }
}
