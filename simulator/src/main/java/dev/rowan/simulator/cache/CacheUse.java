package dev.rowan.simulator.cache;

import dev.rowan.simulator.answer.CacheTokens;
import java.util.List;

/// What a request reads from the cache and writes to it. `kept` enters the cache when the answer leaves.
public record CacheUse(CacheTokens tokens, List<PromptBlocks.Prefix> kept) {
    public static final CacheUse NONE = new CacheUse(CacheTokens.NONE, List.of());

    public CacheUse {
        kept = List.copyOf(kept);
    }
}
