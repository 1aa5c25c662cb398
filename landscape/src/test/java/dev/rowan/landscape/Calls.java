package dev.rowan.landscape;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Records of calls to a service, made at node 1.
public final class Calls {
    public static final Payload REQUEST = Payload.utf8("POST https://service/ HTTP/1.1\r\n\r\n{\"q\": \"good\"}");
    public static final Usd WORST = new Usd(5_000_000_000L);
    public static final Usd COST = new Usd(1_250_000_000L);
    public static final CallTimes TIMES = new CallTimes(10, 20, 3_000, 2_500);

    private Calls() {}

    public static CallKey key(long rowSeq, int number) {
        return new CallKey(rowSeq, 0, 1, 0, number, REQUEST.sha256());
    }

    public static LogEntry.CallIntended intended(long rowSeq, int number, int attempt) {
        return new LogEntry.CallIntended(
                key(rowSeq, number),
                attempt,
                Samples.T.plusMillis(1),
                WORST,
                attempt == 1 ? Optional.of(REQUEST) : Optional.empty(),
                Optional.empty());
    }

    public static WireReply.Complete reply(String body) {
        Payload bytes = Payload.utf8(body);
        return new WireReply.Complete(
                200,
                Headers.of("x-request-id", "req-1"),
                bytes,
                Optional.empty(),
                new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
    }

    /// An answer with every optional field, or an end with few of them.
    public static LogEntry.CallEnded ended(long rowSeq, int number, int attempt, CallState state) {
        boolean answered = state == CallState.ANSWERED;
        return new LogEntry.CallEnded(
                key(rowSeq, number),
                attempt,
                Samples.T.plusMillis(4),
                state,
                answered ? "answered" : "reset",
                answered ? OptionalInt.of(200) : OptionalInt.empty(),
                answered ? usage() : Usage.unknown(),
                answered ? COST : WORST,
                answered,
                TIMES,
                answered ? Optional.of("req-1") : Optional.empty(),
                answered ? Optional.of(HttpMessage.of(reply("{\"a\": " + rowSeq + "}"))) : Optional.empty(),
                OptionalLong.empty());
    }

    /// An answer to the first call of a row with this body.
    public static LogEntry.CallEnded answered(long rowSeq, String body) {
        LogEntry.CallEnded end = ended(rowSeq, 1, 1, CallState.ANSWERED);
        return new LogEntry.CallEnded(
                end.key(),
                end.attempt(),
                end.at(),
                end.state(),
                end.disposition(),
                end.status(),
                end.usage(),
                end.cost(),
                end.costKnown(),
                end.times(),
                end.requestId(),
                Optional.of(HttpMessage.of(reply(body))),
                OptionalLong.empty());
    }

    public static Usage usage() {
        return new Usage(
                Optional.of(100L),
                Optional.of(40L),
                Optional.of(CacheWrites.of(0L)),
                Optional.of(20L),
                Optional.of(5L),
                Optional.empty());
    }
}
