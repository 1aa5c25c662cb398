package dev.rowan.providers.llm;

import dev.rowan.providers.cache.CacheMode;
import dev.rowan.providers.price.ServiceTier;

/// The options that change what a call costs and not what it answers.
///
/// With `byDeadline`, calls go to the standard tier if the run would miss its deadline otherwise.
record CostOptions(CacheMode cache, ServiceTier tier, boolean byDeadline) {

    CostOptions(CacheMode cache, ServiceTier tier) {
        this(cache, tier, false);
    }

    static final CostOptions DEFAULT = new CostOptions(CacheMode.AUTO, ServiceTier.STANDARD);
}
