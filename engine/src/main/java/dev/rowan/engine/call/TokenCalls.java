package dev.rowan.engine.call;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.DownloadResult;
import dev.rowan.engine.pipeline.DeliveryPolicy;
import dev.rowan.engine.stop.TokenGate;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The calls of one token at one node. It outlives a visit, so that a repeated visit finds the answers that were
/// paid for, and attempts keep counting.
///
/// Shared state: the calls so far and the number of their last record, since the calls of a visit may run
/// concurrently.
public final class TokenCalls {
    private final NodeCalls node;
    private final TokenInfo token;
    private final TokenGate gate;
    private final List<PastCall> pastCalls;
    private final Optional<RecordedAnswers> replayAnswers;
    private final List<EarlierAnswer> earlier;
    private final Map<CallKey, CallRecord> records = new ConcurrentHashMap<>();
    private final AtomicLong recorded = new AtomicLong();

    /// `pastCalls` are the calls that an earlier process of this run made for the token at this node.
    /// `replayAnswers` are the answers of the run that this one replays, `earlier` those of the run that it
    /// continues.
    TokenCalls(
            NodeCalls node,
            TokenInfo token,
            TokenGate gate,
            List<PastCall> pastCalls,
            Optional<RecordedAnswers> replayAnswers,
            List<EarlierAnswer> earlier) {
        this.earlier = List.copyOf(earlier);
        this.node = node;
        this.token = token;
        this.gate = gate;
        this.pastCalls = List.copyOf(pastCalls);
        this.replayAnswers = replayAnswers;
    }

    public VisitCalls visit(String stateId) {
        return new VisitCalls(this, stateId);
    }

    /// Whether a call of this token may have been processed and is not sent again, so that an error of the row is
    /// indeterminate. Called when no call is in flight.
    public boolean isIndeterminate() {
        return records.values().stream().anyMatch(CallRecord::isLost);
    }

    /// Why such a call is not sent again, by the settings of the node.
    public String whyNotSentAgain() {
        return switch (node.delivery()) {
            case DeliveryPolicy.AtMostOnce _ -> "delivery is at_most_once";
            case DeliveryPolicy.AtLeastOnce(int max) ->
                "max_unknown_resends (" + max + ") or retry.max_attempts ("
                        + node.retry().maxAttempts() + ") is used up";
        };
    }

    /// How often calls of this token were sent at this node, over all its visits and processes, as recorded; in a
    /// replay, how often they were sent in the original run. Called when no call is in flight.
    public int attempts() {
        int sum = 0;
        for (CallRecord record : records.values()) {
            sum += record.attempts();
        }
        for (PastCall made : pastCalls) {
            sum += records.containsKey(made.key()) ? 0 : made.attempts();
        }
        return sum > 0 ? sum : replayAnswers.map(RecordedAnswers::attempts).orElse(0);
    }

    /// Whether a call of this token got an answer that no earlier run had. Called when no call is in flight.
    public boolean hasNewAnswer() {
        for (CallRecord record : records.values()) {
            if (record.isNewlyAnswered(node.context().runId())) {
                return true;
            }
        }
        return false;
    }

    /// The result of the call in the run that this one replays.
    Optional<CallResult> replayed(Call call) {
        return replayAnswers.flatMap(answers -> answers.to(call));
    }

    /// What this run, or the one that it replays, has downloaded; else it is downloaded now.
    DownloadResult download(URI address, long maxBytes) throws InterruptedException {
        RowDownloads downloads = node.context().downloads();
        Optional<DownloadResult> kept = downloads.kept(address, maxBytes);
        if (kept.isEmpty()) {
            replayAnswers.ifPresent(answers -> answers.checkDownload(address));
        }
        return kept.isPresent() ? kept.get() : downloads.download(address, maxBytes);
    }

    /// The answer of an earlier run that the call may reuse.
    Optional<EarlierAnswer> earlier(Call call, String requestSha256) {
        for (EarlierAnswer answer : earlier) {
            if (answer.serves(call, requestSha256)) {
                return Optional.of(answer);
            }
        }
        return node.since(call, requestSha256);
    }

    /// Notes the number of a call's record.
    void recorded(long number) {
        recorded.accumulateAndGet(number, Math::max);
    }

    /// The number of the last record of a call of this token: if it is durable, all are.
    public long recorded() {
        return recorded.get();
    }

    NodeCalls node() {
        return node;
    }

    long rowSeq() {
        return token.rowSeq();
    }

    TokenGate gate() {
        return gate;
    }

    /// Takes its calls out of a queue in which they wait for a job.
    void withdraw(BatchQueue queue) throws InterruptedException {
        queue.withdraw(token.rowSeq(), token.part());
    }

    /// The record of `call`, the same for every visit that makes it, in this process or before.
    CallRecord record(Call call) {
        RecordedRequest message = node.context().recorded(call.request());
        for (PastCall made : pastCalls) {
            if (made.key().number() == call.number()
                    && !made.isGone()
                    && made.key().requestSha256().equals(message.sha256())) {
                return records.computeIfAbsent(made.key(), _ -> new CallRecord(made, message));
            }
        }
        for (CallRecord made : records.values()) {
            if (made.key().number() == call.number()
                    && made.key().requestSha256().equals(message.sha256())) {
                return made;
            }
        }
        return records.computeIfAbsent(newKey(call.number(), message.sha256()), key -> new CallRecord(key, message));
    }

    /// A call that was not made before: the next generation if another request was sent in its place.
    private CallKey newKey(int number, String requestSha256) {
        int generation = node.context().generation();
        for (PastCall made : pastCalls) {
            if (made.key().number() == number) {
                generation = Math.max(generation, made.key().generation() + 1);
            }
        }
        for (CallKey made : records.keySet()) {
            if (made.number() == number) {
                generation = Math.max(generation, made.generation() + 1);
            }
        }
        return new CallKey(token.rowSeq(), token.part(), node.index(), generation, number, requestSha256);
    }
}
