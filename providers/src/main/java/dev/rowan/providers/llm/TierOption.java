package dev.rowan.providers.llm;

import dev.rowan.providers.price.ServiceTier;

/// The option `tier`.
enum TierOption {
    STANDARD(ServiceTier.STANDARD),
    FLEX(ServiceTier.FLEX),
    PRIORITY(ServiceTier.PRIORITY),
    /// Flex, and standard where the run would miss its deadline.
    AUTO(ServiceTier.FLEX);

    private final ServiceTier tier;

    TierOption(ServiceTier tier) {
        this.tier = tier;
    }

    ServiceTier tier() {
        return tier;
    }
}
