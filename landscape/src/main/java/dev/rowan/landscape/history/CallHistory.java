package dev.rowan.landscape.history;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.BatchPlace;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import dev.rowan.landscape.record.LogEntry.Citation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A call that a visit made, with those of its attempts that were made during this visit.
///
/// `callKey` is the hash of `key` in its run. `request` is the whole request as bytes, in the shape of
/// [dev.rowan.api.call.HttpMessage]; empty when it was deleted. `parked` says since when it is one for a
/// batch service, if it is; it then may have no attempt yet. A call that took a recorded answer of an earlier run has
/// `reused` and no attempt.
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

    /// A call that was sent in real time.
    public CallHistory(CallKey key, String callKey, Optional<Payload> request, List<Attempt> attempts) {
        this(key, callKey, request, attempts, Optional.empty(), Optional.empty());
    }

    public CallHistory with(List<Attempt> made) {
        return new CallHistory(key, callKey, request, made, parked, reused);
    }

    /// Whether a batch service is to answer it and has not.
    public boolean isAwaited() {
        return parked.isPresent()
                && attempts.stream()
                        .flatMap(attempt -> attempt.end().stream())
                        .noneMatch(end -> end.state() == CallState.ANSWERED);
    }

    /// When it took the answer of which call, by that call's `callKey` too, and the reply where it was kept.
    public record Reused(Instant at, Citation cited, String callKey, Optional<Payload> reply) {}

    /// One send, or the intent of one: `end` is empty while nothing is known of it. `batch` is its place in a
    /// job of a batch service, where it is sent by one.
    public record Attempt(int number, Instant intended, Usd worst, Optional<End> end, Optional<BatchPlace> batch) {

        /// An attempt in real time.
        public Attempt(int number, Instant intended, Usd worst, Optional<End> end) {
            this(number, intended, worst, end, Optional.empty());
        }
    }

    /// What became of an attempt; see [dev.rowan.landscape.record.LogEntry.CallEnded].
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
            Optional<Payload> reply) {

        /// What it cost, as far as it is known.
        public CallCost callCost() {
            return CallCost.of(cost, costKnown);
        }
    }
}
