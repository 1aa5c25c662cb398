package dev.rowan.engine.call;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.call.Call;
import dev.rowan.engine.pipeline.Delivery;
import dev.rowan.landscape.record.Entry.CallKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The calls of one token at one node. It outlives a single visit, so that a visit that is repeated finds the answers
/// that were paid for, and attempts go on counting.
///
/// Shared state: the calls so far, since the calls of a visit may run side by side.
public final class TokenCalls {
    private final NodeCalls node;
    private final TokenInfo token;
    private final Map<CallKey, CallRecord> records = new ConcurrentHashMap<>();

    TokenCalls(NodeCalls node, TokenInfo token) {
        this.node = node;
        this.token = token;
    }

    public VisitCalls visit(String stateId) {
        return new VisitCalls(this, stateId);
    }

    /// Whether a call of this token may have been carried out and must not be repeated, so that an error of the
    /// row leaves open what happened. Asked when no call is under way.
    public boolean isIndeterminate() {
        return node.delivery() instanceof Delivery.AtMostOnce
                && records.values().stream().anyMatch(CallRecord::isLost);
    }

    NodeCalls node() {
        return node;
    }

    /// The record of `call`, the same for every visit that makes it. Generation 0 is the run's first time through.
    CallRecord record(Call call) {
        Message message = Message.of(call.request(), node.desk().redaction());
        var key = new CallKey(token.rowSeq(), token.part(), node.index(), 0, call.number(), message.sha256());
        return records.computeIfAbsent(key, k -> new CallRecord(k, message));
    }
}
