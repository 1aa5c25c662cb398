package dev.rowan.landscape.order;

import dev.rowan.api.call.Usd;
import java.util.OptionalLong;

/// What a person asks of a run that works.
public sealed interface Order {

    /// How many requests a transform keeps on the wire.
    record PoolSize(String node, int size) implements Order {}

    /// The most requests in a minute of a transform; empty takes the limit away.
    record RequestsPerMinute(String node, OptionalLong limit) implements Order {}

    /// The most tokens in a minute of a transform; empty takes the limit away.
    record TokensPerMinute(String node, OptionalLong limit) implements Order {}

    /// The most that the run may spend in all, what it has spent already included.
    record MaxCost(Usd cap) implements Order {}

    /// Start no more rows and send nothing new until told to go on.
    record Pause() implements Order {}

    /// Go on after a pause.
    record GoOn() implements Order {}

    /// Read no more rows, let those on their way arrive, and end: resumable.
    record Drain() implements Order {}

    /// End at once: what is on the wire is left. Resumable too.
    record Cancel() implements Order {}
}
