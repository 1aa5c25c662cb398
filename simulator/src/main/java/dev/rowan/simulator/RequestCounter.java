package dev.rowan.simulator;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Counts the sends of each request, so that random decisions depend on the send alone and not on timing.
///
/// Shared state: a concurrent map, which grows with the requests that differ until it is reset.
final class RequestCounter {
    private final Map<Long, Long> seen = new ConcurrentHashMap<>();

    /// Counts a send of the request with this fingerprint and returns its number, from 1.
    long next(long fingerprint) {
        return seen.merge(fingerprint, 1L, Long::sum);
    }

    /// A copy with the same counts.
    RequestCounter copy() {
        var copy = new RequestCounter();
        copy.seen.putAll(seen);
        return copy;
    }

    void reset() {
        seen.clear();
    }
}
