package dev.rowan.providers.price;

import java.util.Locale;
import java.util.Optional;

/// How fast and at what price a service works on a request.
public enum ServiceTier {
    STANDARD,
    FLEX,
    PRIORITY,
    BATCH;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The tier that a reply names; empty if it has no price per token, such as provisioned capacity.
    public static Optional<ServiceTier> of(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "standard", "default", "on_demand" -> Optional.of(STANDARD);
            case "flex" -> Optional.of(FLEX);
            case "priority" -> Optional.of(PRIORITY);
            case "batch" -> Optional.of(BATCH);
            default -> Optional.empty();
        };
    }
}
