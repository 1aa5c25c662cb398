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

/// What a call has come to by its record: in an earlier visit, in an earlier process, in a job of a batch
/// service.
record RecordedCall(CallRecord record, Call call, NodeCalls node) {
    /// How often a call may be part of jobs that did not carry it out.
    private static final int MOST_UNTRIED = 4;

    private static final Timings NO_TIME = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);

    /// The end, if the call is not to be sent again: an answer that was paid for, a refusal for good by a job, a loss,
    /// or no answer from as many jobs of a batch service as it may be in. Nothing is known of a call that is
    /// in a job now.
    Optional<CallResult> end() {
        if (record.end().isEmpty() && !isSubmitted()) {
            record.unread().ifPresent(this::read);
            if (record.end().isEmpty() && record.unknown().all() > 0 && !mayRepeat()) {
                record.lost(new CallResult.NoReply(lost(), record.attempts()));
            }
            if (record.end().isEmpty() && record.faultsSoFar() >= mostFaults()) {
                record.ended(unfinished());
            }
        }
        return record.end();
    }

    /// Jobs that are called back before they are done use up no try of a call that they did not carry out.
    private int mostFaults() {
        int most = node.retry().maxAttempts();
        boolean untried = record.unread().isEmpty()
                && node.lane().filter(BatchQueue::callsBack).isPresent();
        return untried ? Math.max(MOST_UNTRIED, most) : most;
    }

    /// Whether the call is part of a job of a batch service that has not settled it.
    boolean isSubmitted() {
        return record.batch() == InBatch.SUBMITTED;
    }

    /// Whether the call may be sent again after what was lost of it.
    boolean mayRepeat() {
        return call.repeatable() || node.delivery().allowsAnother(record.unknown());
    }

    /// Reads the reply that an earlier process of this run recorded, as it would have. A rejection in real time is no
    /// end: the run may have been stopped for it and its cause put right since, and asking again costs nothing.
    private void read(WireReply.Complete reply) {
        SendResult judgement = SendResult.of(reply, call, node.context().time());
        switch (judgement) {
            case SendResult.Answered(var _, var receipt, var _) ->
                record.ended(new CallResult.Answered(reply, receipt, record.attempts()));
            case SendResult.Rejected(var _, var receipt)
            when !judgement.mayPass() && record.batch() != InBatch.NEVER ->
                record.ended(new CallResult.Rejected(reply, receipt, record.attempts()));
            case SendResult.Rejected _, SendResult.RateLimited _, SendResult.NotSent _, SendResult.Lost _ -> {}
        }
    }

    /// What a call comes to that has had all its tries in jobs without an answer.
    private CallResult unfinished() {
        return record.unread()
                .<CallResult>map(
                        reply -> new CallResult.Rejected(reply, call.reader().receipt(reply), record.attempts()))
                .orElseGet(() -> new CallResult.NoReply(
                        new WireReply.NotSent(
                                WireReply.ConnectFailure.DEADLINE,
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

    private WireReply lost() {
        return new WireReply.Unknown(
                WireReply.Fault.INTERRUPTED,
                why(),
                OptionalInt.empty(),
                Headers.none(),
                Payload.of(new byte[0]),
                NO_TIME);
    }
}
