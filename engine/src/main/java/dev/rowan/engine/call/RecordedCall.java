package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// The recorded state of a call: from an earlier visit, an earlier process, or a batch job.
record RecordedCall(CallRecord record, Call call, NodeCalls node) {
    private static final Timings NO_TIME = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);

    /// The final result, if the call is not to be sent again: a paid answer, a permanent rejection by a job, a
    /// loss, or no answer from as many jobs as it may be in. Unknown for a call that is in a job now.
    Optional<CallResult> end() {
        if (record.end().isEmpty() && !isSubmitted()) {
            record.unread().ifPresent(this::read);
            if (record.end().isEmpty() && record.unknown().all() > 0 && !mayRepeat()) {
                var unknown = new CallResult.NoReply(lost(why()), record.attempts());
                if (call.isPreparation()) {
                    record.ended(unknown);
                } else {
                    record.lost(unknown);
                }
            }
            if (record.end().isEmpty() && record.faultsSoFar() >= node.retry().maxAttempts() && !isCalledBack()) {
                record.ended(unfinished());
            }
        }
        return record.end();
    }

    /// Whether a job did not process the call and it continues in real time: the job was cancelled for the
    /// deadline, or refused the form of the request. Such a job uses up no attempt, and the call enters no other.
    boolean isCalledBack() {
        return record.batch() == InBatch.PARKED
                && record.faultsSoFar() > 0
                && (call.form().leavesBatch()
                        || (record.unread().isEmpty()
                                && node.batchQueue()
                                        .filter(BatchQueue::callsBack)
                                        .isPresent()));
    }

    /// Whether the call is part of a batch job that has not settled it.
    boolean isSubmitted() {
        return record.batch() == InBatch.SUBMITTED;
    }

    /// Whether the call may be sent again after its lost attempts.
    boolean mayRepeat() {
        return switch (call.purpose()) {
            case CHECK -> true;
            case ANSWER -> node.delivery().allowsAnother(record.unknown());
            case PREPARATION -> false;
        };
    }

    /// Parses the reply that an earlier process of this run recorded. A rejection in real time is not final: the
    /// run may have been stopped because of it and its cause fixed since, and sending again costs nothing.
    private void read(WireReply.Complete reply) {
        SendResult sent = SendResult.of(reply, call, node.context().time());
        switch (sent) {
            case SendResult.Answered(var _, var receipt, var _) ->
                record.ended(new CallResult.Answered(reply, receipt, record.attempts()));
            case SendResult.Rejected(var _, var receipt)
            when !sent.mayPass() && record.batch() != InBatch.NEVER ->
                record.ended(new CallResult.Rejected(reply, receipt, record.attempts()));
            case SendResult.Rejected _, SendResult.RateLimited _, SendResult.NotSent _, SendResult.Lost _ -> {}
        }
    }

    /// The result of a call whose attempts in jobs are exhausted without an answer.
    private CallResult unfinished() {
        return record.unread()
                .<CallResult>map(
                        reply -> new CallResult.Rejected(reply, call.reader().receipt(reply), record.attempts()))
                .orElseGet(() -> new CallResult.NoReply(
                        new WireReply.NotSent(
                                WireReply.NotSentReason.DEADLINE,
                                "the batch service did not carry it out, in as many jobs as retry.max_attempts allows",
                                NO_TIME),
                        record.attempts()));
    }

    private String why() {
        if (record.batch() != InBatch.NEVER) {
            return "the batch service has ended its job without a result for it";
        }
        return record.unknown().byService() + record.unknown().byOutage() > 0
                ? "the service lost the reply"
                : "the process that had sent it was killed or stopped";
    }

    static WireReply lost(String why) {
        return new WireReply.Unknown(
                WireReply.Fault.INTERRUPTED,
                why,
                OptionalInt.empty(),
                Headers.none(),
                Payload.of(new byte[0]),
                NO_TIME);
    }
}
