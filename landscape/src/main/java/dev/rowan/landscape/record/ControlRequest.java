package dev.rowan.landscape.record;

import dev.rowan.api.call.Usd;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What a person asks of a run that works.
public sealed interface ControlRequest {

    /// Its name in the record and in the API: `pool_size`, `pause`, …
    default String word() {
        return switch (this) {
            case PoolSize _ -> "pool_size";
            case RequestsPerMinute _ -> "requests_per_minute";
            case TokensPerMinute _ -> "tokens_per_minute";
            case MaxCost _ -> "max_cost_usd";
            case Pause _ -> "pause";
            case Resume _ -> "go_on";
            case Drain _ -> "drain";
            case Cancel _ -> "cancel";
            case CancelJobs _ -> "cancel_jobs";
        };
    }

    /// As values: `order`, the word; `node` and `value` where it has them.
    default Map<String, @Nullable Object> facts() {
        return ControlRequestCodec.write(this);
    }

    /// The order that is meant by such values; `value` may be a number or its text, and `none` for no limit.
    /// What is none is an [IllegalArgumentException] that says what one must be.
    static ControlRequest of(Map<String, @Nullable Object> facts) {
        return ControlRequestCodec.read(facts);
    }

    /// How many requests a transform keeps on the wire.
    record PoolSize(String node, int size) implements ControlRequest {}

    /// The most requests in a minute of a transform; empty takes the limit away.
    record RequestsPerMinute(String node, OptionalLong limit) implements ControlRequest {}

    /// The most tokens in a minute of a transform; empty takes the limit away.
    record TokensPerMinute(String node, OptionalLong limit) implements ControlRequest {}

    /// The most that the run may spend in all, what it has spent already included.
    record MaxCost(Usd cap) implements ControlRequest {}

    /// Start no more rows and send nothing new until told to go on.
    record Pause() implements ControlRequest {}

    /// Go on after a pause.
    record Resume() implements ControlRequest {}

    /// Read no more rows, let those on their way arrive, and end: resumable.
    record Drain() implements ControlRequest {}

    /// End at once: what is on the wire is left. Resumable too.
    record Cancel() implements ControlRequest {}

    /// Cancel a job of a batch service by its number, or all that have not ended when it is empty. The run submits
    /// nothing more until a person asks for it.
    record CancelJobs(OptionalLong job) implements ControlRequest {}
}
