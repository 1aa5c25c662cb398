package dev.rowan.landscape.story;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.Entry.CallKey;
import dev.rowan.landscape.record.Entry.CallState;
import dev.rowan.landscape.record.Entry.CallTimes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A call that a visit made, with those of its attempts that were made during this visit.
///
/// `callKey` is the hash of `key` in its run. `request` is the whole request as bytes, in the shape of
/// [dev.rowan.api.call.HttpMessage]; empty when it was deleted.
public record CallStory(CallKey key, String callKey, Optional<Payload> request, List<Attempt> attempts) {

    public CallStory {
        attempts = List.copyOf(attempts);
    }

    /// One send, or the intent of one: `end` is empty while nothing is known of it.
    public record Attempt(int number, Instant intended, Usd worst, Optional<End> end) {}

    /// What became of an attempt; see [dev.rowan.landscape.record.Entry.CallEnded].
    public record End(
            Instant at,
            CallState state,
            String standing,
            OptionalInt status,
            Usage usage,
            Usd cost,
            boolean costKnown,
            CallTimes times,
            Optional<String> requestId,
            Optional<Payload> reply) {}
}
