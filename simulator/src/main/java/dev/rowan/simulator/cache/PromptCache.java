package dev.rowan.simulator.cache;

import dev.rowan.simulator.answer.Seed;
import java.time.Instant;

/// Finds what a request reads from a cache and writes to it.
public interface PromptCache {
    /// A cache that keeps nothing.
    PromptCache NONE = (_, _, _, _) -> CacheUse.NONE;

    CacheUse use(PromptBlocks prompt, String account, Instant now, Seed seed);
}
