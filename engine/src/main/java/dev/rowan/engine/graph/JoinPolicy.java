package dev.rowan.engine.graph;

import java.time.Duration;
import java.util.Optional;

/// When a join fires.
public sealed interface JoinPolicy {

    /// When every branch has arrived; the first loss fails it.
    record All() implements JoinPolicy {}

    /// With the first arrival.
    record Any() implements JoinPolicy {}

    /// When `count` branches have arrived.
    record Quorum(int count) implements JoinPolicy {
        public Quorum {
            if (count < 1) {
                throw new IllegalArgumentException("a quorum must be at least 1, got " + count);
            }
        }
    }

    /// When every branch has arrived or is lost, or after `timeout` with those that have arrived.
    record BestEffort(Optional<Duration> timeout) implements JoinPolicy {}
}
