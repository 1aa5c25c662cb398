package dev.rowan.providers.price;

import java.util.EnumSet;
import java.util.Set;

/// The tier that requests ask for, and those that may serve them.
public record TierChoice(ServiceTier asked, Set<ServiceTier> possible, boolean hourly) {
    public static final TierChoice STANDARD = realtime(ServiceTier.STANDARD, false);
    public static final TierChoice BATCH = new TierChoice(ServiceTier.BATCH, Set.of(ServiceTier.BATCH), false);

    public TierChoice {
        possible = Set.copyOf(possible);
    }

    /// Every tier may be served as the standard one. With `hourly`, prompts may be written to a cache for an hour.
    public static TierChoice realtime(ServiceTier asked, boolean hourly) {
        return new TierChoice(asked, EnumSet.of(asked, ServiceTier.STANDARD), hourly);
    }
}
