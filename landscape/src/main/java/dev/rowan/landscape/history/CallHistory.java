package dev.rowan.landscape.history;

import dev.rowan.api.call.Billing;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.BatchItemRef;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import dev.rowan.landscape.record.LogEntry.Citation;
import dev.rowan.landscape.record.LogEntry.CitedAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A call of a visit, with its attempts during this visit.
///
/// `callKey` is the hash of `key` in its run. `request` is the whole request as bytes, in the format of
/// [dev.rowan.api.call.HttpMessage]; empty if deleted. `parked` is when it was queued for a batch service, if it
/// was; it may have no attempt yet. A call that reused a recorded answer of an earlier run has `reused` and no
/// attempts.
public record CallHistory(
        CallKey key,
        String callKey,
        Optional<Payload> request,
        List<Attempt> attempts,
        Optional<Instant> parked,
        Optional<Reused> reused) {

    public CallHistory {
        attempts = List.copyOf(attempts);
    }

    public CallHistory with(List<Attempt> made) {
        return new CallHistory(key, callKey, request, made, parked, reused);
    }

    /// Whether an answer from a batch service is pending.
    public boolean isAwaited() {
        return parked.isPresent()
                && attempts.stream()
                        .flatMap(attempt -> attempt.end().stream())
                        .noneMatch(end -> end.state() == CallState.ANSWERED);
    }

    /// When which call's answer was taken, with that call's `callKey`, the reply if it was kept, and the model that
    /// gave
    /// it.
    public record Reused(
            Instant at,
            Citation cited,
            String callKey,
            CitedAnswer answer,
            Optional<Payload> reply,
            Optional<String> model) {}

    /// An attempt: `end` is empty until it is recorded. `batch` is its position in a batch job, if it is part of
    /// one; `wireSha256` the hash of the request as it was sent.
    public record Attempt(
            int number,
            Instant intended,
            Usd worst,
            Optional<End> end,
            Optional<BatchItemRef> batch,
            String wireSha256) {}

    /// The end of an attempt; see [dev.rowan.landscape.record.LogEntry.CallEnded].
    public record End(
            Instant at,
            CallState state,
            String disposition,
            OptionalInt status,
            Usage usage,
            Usd cost,
            boolean costKnown,
            CallTimes times,
            Optional<String> requestId,
            Optional<Payload> reply,
            Billing billing) {

        /// An end of which nothing is known but its cost.
        public End(
                Instant at,
                CallState state,
                String disposition,
                OptionalInt status,
                Usage usage,
                Usd cost,
                boolean costKnown,
                CallTimes times,
                Optional<String> requestId,
                Optional<Payload> reply) {
            this(at, state, disposition, status, usage, cost, costKnown, times, requestId, reply, Billing.UNKNOWN);
        }

        /// Its cost, as far as known.
        public CallCost callCost() {
            return CallCost.of(cost, costKnown);
        }
    }
}
