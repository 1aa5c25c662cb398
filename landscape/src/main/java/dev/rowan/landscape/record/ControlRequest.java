package dev.rowan.landscape.record;

import dev.rowan.api.call.Usd;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A request to control a running run.
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

    /// As values: `order`, its name; `node` and `value` where it has them.
    default Map<String, @Nullable Object> facts() {
        return ControlRequestCodec.write(this);
    }

    /// Parses such values; `value` may be a number or its text, and `none` for no limit. Throws an
    /// [IllegalArgumentException] that states the expected form.
    static ControlRequest of(Map<String, @Nullable Object> facts) {
        return ControlRequestCodec.read(facts);
    }

    /// Sets the number of requests that a transform keeps in flight.
    record PoolSize(String node, int size) implements ControlRequest {}

    /// Sets a transform's requests per minute; empty removes the limit.
    record RequestsPerMinute(String node, OptionalLong limit) implements ControlRequest {}

    /// Sets a transform's tokens per minute; empty removes the limit.
    record TokensPerMinute(String node, OptionalLong limit) implements ControlRequest {}

    /// Sets the run's total cost cap, including what is already spent.
    record MaxCost(Usd cap) implements ControlRequest {}

    /// Starts no more rows and sends nothing new until resumed.
    record Pause() implements ControlRequest {}

    /// Resumes after a pause.
    record Resume() implements ControlRequest {}

    /// Reads no more rows, finishes those in flight, and ends; resumable.
    record Drain() implements ControlRequest {}

    /// Ends at once and abandons requests in flight; resumable.
    record Cancel() implements ControlRequest {}

    /// Cancels a batch job by number, or all that have not ended if empty. The run submits nothing more until a
    /// person asks for it.
    record CancelJobs(OptionalLong job) implements ControlRequest {}
}
