package dev.rowan.simulator.cache;

import java.time.Duration;

/// How long a prefix is kept after its last use.
public enum CacheLife {
    FIVE_MINUTES(Duration.ofMinutes(5)),
    HALF_HOUR(Duration.ofMinutes(30)),
    HOUR(Duration.ofHours(1));

    private final Duration time;

    CacheLife(Duration time) {
        this.time = time;
    }

    Duration time() {
        return time;
    }
}
