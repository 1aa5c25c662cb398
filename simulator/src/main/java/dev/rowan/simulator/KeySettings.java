package dev.rowan.simulator;

import java.util.Optional;
import java.util.Set;

/// Valid API keys: the accepted ones (any, if none are listed) except the dead ones; unpaid ones have no credit.
public record KeySettings(Optional<Set<String>> accepted, Set<String> dead, Set<String> unpaid) {
    static final KeySettings ANY = new KeySettings(Optional.empty(), Set.of(), Set.of());

    public KeySettings {
        accepted = accepted.map(Set::copyOf);
        dead = Set.copyOf(dead);
        unpaid = Set.copyOf(unpaid);
    }

    boolean accepts(String key) {
        return !key.isBlank()
                && !dead.contains(key)
                && accepted.map(keys -> keys.contains(key)).orElse(true);
    }

    boolean isUnpaid(String key) {
        return unpaid.contains(key);
    }
}
