package dev.rowan.simulator.service;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.cache.PromptBlocks;
import dev.rowan.simulator.cache.PromptCache;
import dev.rowan.simulator.tier.SimulatedTier;
import dev.rowan.simulator.tier.TierSettings;
import java.time.Instant;
import java.util.Optional;

/// How models serve a request: their prompt cache, the tiers, and the chance of this very request. Rows of a batch
/// have no tiers.
public record ServingConditions(
        PromptCache cache, boolean acceptsKeys, Optional<TierSettings> tiers, String account, Seed chance) {

    /// The tier for `asked`; empty if it has no resources now.
    public Optional<SimulatedTier> tier(String asked) {
        return tiers.isEmpty() ? Optional.of(SimulatedTier.BATCH) : tiers.get().serving(asked, chance);
    }

    public CacheUse use(PromptBlocks prompt, Instant now) {
        return cache.use(prompt, account, now, chance);
    }
}
