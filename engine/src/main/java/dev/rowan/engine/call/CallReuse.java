package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import java.util.Optional;

/// Lets a call take the answer that the run got which this one continues, instead of being sent.
record CallReuse(TokenCalls token, Call call, CallRecord record) {

    /// The answer, which is then on record as reused, at no cost. Empty where there is none to the same request, and
    /// for a call that this run has sent or parked already.
    Optional<CallResult> answer() {
        return record.attempts() > 0 || record.batch() != InBatch.NEVER
                ? Optional.empty()
                : token.earlier(call, record.key().requestSha256()).flatMap(this::taken);
    }

    private Optional<CallResult> taken(EarlierAnswer answer) {
        CallContext desk = token.node().context();
        if (!(SendResult.of(answer.reply(), call, desk.time())
                instanceof SendResult.Answered(var reply, var receipt, var _))) {
            return Optional.empty();
        }
        var reused = new LogEntry.CallReused(
                record.key(), desk.time().instant(), answer.cited(), answer.account(call.request()));
        token.recorded(desk.ledger().reuse(reused));
        desk.tally().reused();
        var answered = new CallResult.Answered(reply, receipt, record.attempts());
        record.ended(answered);
        return Optional.of(answered);
    }
}
