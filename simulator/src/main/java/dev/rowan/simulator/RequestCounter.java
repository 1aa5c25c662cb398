package dev.rowan.simulator;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How often each request was sent, so that chance falls the same way for the same send whatever else is going on.
///
/// Shared state: a concurrent map, which grows with the requests that differ until it is reset.
final class RequestCounter {
    private final Map<Long, Long> seen = new ConcurrentHashMap<>();

    /// The number of this send of the request known by `fingerprint`, from 1.
    long next(long fingerprint) {
        return seen.merge(fingerprint, 1L, Long::sum);
    }

    /// Others that have seen the same so far.
    RequestCounter copy() {
        var copy = new RequestCounter();
        copy.seen.putAll(seen);
        return copy;
    }

    void reset() {
        seen.clear();
    }
}
