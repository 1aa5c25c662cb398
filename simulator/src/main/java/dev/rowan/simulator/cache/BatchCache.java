package dev.rowan.simulator.cache;

import dev.rowan.simulator.answer.CacheTokens;
import dev.rowan.simulator.answer.Seed;
import java.time.Instant;
import java.util.List;

/// The cache of batches, where hits depend on how a provider schedules its rows: each row finds its longest prefix
/// with the same chance, and the same row always alike.
public record BatchCache(double hitRate) implements PromptCache {

    @Override
    public CacheUse use(PromptBlocks prompt, String account, Instant now, Seed seed) {
        List<PromptBlocks.Prefix> prefixes = prompt.prefixes();
        boolean hit = seed.and("cache".hashCode()).random().nextDouble() < hitRate;
        int read = hit ? shared(prompt, prefixes) : -1;
        CacheTokens tokens = LiveCache.tokens(prefixes, read, prompt.automatic());
        return new CacheUse(tokens, List.of());
    }

    /// Rows share no more than the shortest prefix that is marked, and of an unmarked prompt nothing is known.
    private static int shared(PromptBlocks prompt, List<PromptBlocks.Prefix> prefixes) {
        return prompt.automatic() ? -1 : Math.min(0, prefixes.size() - 1);
    }
}
