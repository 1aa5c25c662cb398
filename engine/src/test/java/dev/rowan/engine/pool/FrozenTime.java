package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import java.time.Duration;
import java.time.Instant;

/// A clock that does not advance.
final class FrozenTime implements Time {

    @Override
    public long nanos() {
        return 0;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH;
    }

    @Override
    public void sleep(Duration duration) {
        throw new IllegalStateException("nothing sleeps here");
    }
}
