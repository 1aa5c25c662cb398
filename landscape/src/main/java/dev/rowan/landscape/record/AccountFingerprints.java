package dev.rowan.landscape.record;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The fingerprints of a run's secrets in its recorded settings.
public final class AccountFingerprints {
    private AccountFingerprints() {}

    public static Set<String> in(Map<?, ?> settings) {
        var found = new HashSet<String>();
        if (settings.get("secrets") instanceof List<?> secrets) {
            for (Object secret : secrets) {
                if (secret instanceof Map<?, ?> one && one.get("fingerprint") instanceof String print) {
                    found.add(print);
                }
            }
        }
        return found;
    }
}
