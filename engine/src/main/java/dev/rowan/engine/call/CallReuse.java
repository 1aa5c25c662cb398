package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import java.util.Optional;

/// Reuses the answer of an earlier run instead of sending the call: of the one that this run continues, or since which
/// it asks only for what has changed.
record CallReuse(TokenCalls token, Call call, CallRecord record) {

    /// The answer, then recorded as reused at no cost. Empty if there is none for the same request, or if this run
    /// has sent or parked the call already.
    Optional<CallResult> answer() {
        return record.attempts() > 0 || record.batch() != InBatch.NEVER
                ? Optional.empty()
                : token.earlier(call, record.key().requestSha256()).flatMap(this::taken);
    }

    private Optional<CallResult> taken(EarlierAnswer answer) {
        CallContext callContext = token.node().context();
        if (!(SendResult.of(answer.reply(), call, callContext.time())
                instanceof SendResult.Answered(var reply, var receipt, var _))) {
            return Optional.empty();
        }
        var reused = new LogEntry.CallReused(
                record.key(),
                callContext.time().instant(),
                answer.cited(),
                answer.account(call.request()),
                answer.answer());
        token.recorded(callContext.ledger().reuse(reused));
        callContext.statistics().reused(answer.answer().cost());
        token.node().callStatistics().reused(receipt.billing().model());
        var answered = new CallResult.Answered(reply, receipt, record.attempts());
        record.ended(answered, answer.cited());
        return Optional.of(answered);
    }
}
