package dev.rowan.simulator.service;

import java.util.Optional;
import java.util.Set;

/// The models that exist: those named, or all when none are.
public record Models(Optional<Set<String>> named) {

    public Models {
        named = named.map(Set::copyOf);
    }

    public boolean has(String model) {
        return named.isEmpty() || named.get().contains(model);
    }
}
