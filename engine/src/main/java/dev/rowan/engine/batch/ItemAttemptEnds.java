package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.call.AttemptEnd;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.record.LogEntry.CallEnded;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Builds the ledger's records of attempts that went through a batch service.
public final class ItemAttemptEnds {
    private static final CallTimes NONE = new CallTimes(0, 0, 0, 0);
    private static final int REFUSED = 400;

    private final BatchService service;
    private final Redaction redaction;
    private final OptionalLong job;

    public ItemAttemptEnds(BatchService service, Redaction redaction, OptionalLong job) {
        this.service = service;
        this.redaction = redaction;
        this.job = job;
    }

    /// An answer or a rejection, stored as the equivalent realtime reply; its status is recorded if one was
    /// received.
    public CallEnded replied(BatchItem item, ItemResult.Replied given, Instant at) {
        WireReply.Complete reply = clean(given.reply());
        Receipt receipt = service.receipt(reply);
        boolean answered = reply.status() / 100 == 2;
        return new CallEnded(
                item.key(),
                item.attempt(),
                at,
                answered ? CallState.ANSWERED : CallState.REJECTED,
                receipt.disposition().word(),
                given.statusReceived() ? OptionalInt.of(reply.status()) : OptionalInt.empty(),
                receipt.usage(),
                receipt.cost().orElse(item.worst()),
                receipt.cost().isPresent(),
                NONE,
                receipt.requestId(),
                Optional.of(HttpMessage.of(reply)),
                job,
                AttemptEnd.billing(Optional.of(receipt), receipt.cost().isPresent(), item.worst()));
    }

    private WireReply.Complete clean(WireReply.Complete reply) {
        byte[] bytes = reply.body().bytes();
        if (!redaction.finds(bytes)) {
            return reply;
        }
        Payload body = Payload.of(redaction.bytes(bytes));
        return new WireReply.Complete(reply.status(), reply.headers(), body, Optional.empty(), reply.timings());
    }

    /// Never executed; costs nothing.
    public CallEnded notDone(BatchItem item, ItemResult.NotExecutedCause why, Instant at) {
        return without(item, CallState.REJECTED, why.name().toLowerCase(Locale.ROOT), Usd.ZERO, true, at);
    }

    /// An operator cancelled the job before the item was executed: costs nothing and does not count as an
    /// attempt.
    public CallEnded withdrawn(BatchItem item, Instant at) {
        return without(item, CallState.REJECTED, PastCall.WITHDRAWN, Usd.ZERO, true, at);
    }

    /// The job has ended and the result of the item is unknown.
    public CallEnded missing(BatchItem item, Instant at) {
        return without(item, CallState.UNKNOWN, "missing", item.worst(), false, at);
    }

    private CallEnded without(BatchItem item, CallState state, String standing, Usd cost, boolean known, Instant at) {
        return new CallEnded(
                item.key(),
                item.attempt(),
                at,
                state,
                standing,
                OptionalInt.empty(),
                Usage.unknown(),
                cost,
                known,
                NONE,
                Optional.empty(),
                Optional.empty(),
                job);
    }

    /// Cannot be sent in this form: stored as a rejection of the request, with the reason in a body that every
    /// provider's parser understands. Costs nothing.
    public CallEnded invalid(CallKey key, int attempt, String why, Instant at) {
        return new CallEnded(
                key,
                attempt,
                at,
                CallState.REJECTED,
                Receipt.Disposition.INVALID.word(),
                OptionalInt.empty(),
                Usage.unknown(),
                Usd.ZERO,
                true,
                NONE,
                Optional.empty(),
                Optional.of(HttpMessage.of(refusal(redaction.text(why)))),
                job);
    }

    /// A rejection in the formats of all providers at once: `type` and `error.type` for Anthropic and OpenAI,
    /// `error.status` for Google.
    static WireReply.Complete refusal(String why) {
        var error = new LinkedHashMap<String, @Nullable Object>();
        error.put("type", "invalid_request_error");
        error.put("code", (long) REFUSED);
        error.put("status", "INVALID_ARGUMENT");
        error.put("message", why);
        var whole = new LinkedHashMap<String, @Nullable Object>();
        whole.put("type", "error");
        whole.put("error", error);
        Payload body = Payload.of(RowJson.writeValue(whole));
        return new WireReply.Complete(
                REFUSED,
                Headers.of("Content-Type", "application/json"),
                body,
                Optional.empty(),
                new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
    }
}
