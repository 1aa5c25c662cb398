package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.pool.Attempt;
import dev.rowan.engine.pool.CapacityException;
import dev.rowan.engine.pool.RetryException;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.landscape.record.UnknownCause;
import java.time.Duration;

/// Decides what follows an attempt of one call that is on record: its result, or another attempt. Used by one thread
/// at a time.
final class CallDecision {
    private final NodeCalls node;
    private final CallContext desk;
    private final Call call;
    private final CallRecord record;
    private final RecordedCall past;
    private final Reachability reachability;
    private final SharedCircuitBreaker tripwire;

    CallDecision(
            NodeCalls node,
            Call call,
            CallRecord record,
            RecordedCall past,
            Reachability reachability,
            SharedCircuitBreaker tripwire) {
        this.node = node;
        this.desk = node.context();
        this.call = call;
        this.record = record;
        this.past = past;
        this.reachability = reachability;
        this.tripwire = tripwire;
    }

    /// The result after an attempt that came to `judgement`; `down` says that the service is, and `heldFor` how long
    /// it asked to be left alone before this attempt was sent.
    CallResult after(SendResult judgement, boolean down, Duration heldFor, Attempt attempt)
            throws CapacityException, RetryException, InterruptedException {
        tripwire.told(judgement.disposition(), desk.time().nanos()).ifPresent(why -> {
            desk.runStop().blocked(why);
            if (!(judgement instanceof SendResult.Answered)) {
                throw new RowAbandonedException();
            }
        });
        if (!(judgement instanceof SendResult.Answered)) {
            attempt.neutral();
        }
        judgement.tokens().ifPresent(attempt::used);
        return switch (judgement) {
            case SendResult.Answered(var reply, var receipt, var hints) -> {
                attempt.hints(hints);
                var answer = new CallResult.Answered(reply, receipt, record.attempts());
                record.ended(answer);
                yield answer;
            }
            case SendResult.RateLimited(var reply, var _, var hints) -> {
                desk.tally().rateLimited();
                node.tally().rateLimited();
                throw new CapacityException(reply.status(), hints);
            }
            case SendResult.Rejected(var reply, var receipt) ->
                judgement.mayPass()
                        ? again(new CallResult.Rejected(reply, receipt, record.attempts()))
                        : new CallResult.Rejected(reply, receipt, record.attempts());
            case SendResult.NotSent notSent -> afterNotSent(notSent, down, heldFor, attempt);
            case SendResult.Lost lost -> afterLoss(lost, down);
        };
    }

    private CallResult afterNotSent(SendResult.NotSent judgement, boolean down, Duration heldFor, Attempt attempt)
            throws RetryException, InterruptedException {
        WireReply.NotSent reply = judgement.reply();
        switch (reply.failure()) {
            case INTERRUPTED -> throw stopped();
            case HELD -> throw RetryException.notSent(heldFor);
            default -> {}
        }
        if (down) {
            throw RetryException.notSent(Duration.ZERO);
        }
        if (judgement.unreachable().isPresent()) {
            reachability.retryUncounted(attempt, node.retry());
        }
        var given = new CallResult.NoReply(reply, record.attempts());
        return judgement.mayPass() ? again(given) : given;
    }

    /// What a stop that came before the send is to the row: an interrupt, or a calm end without an outcome.
    static InterruptedException stopped() {
        if (Thread.currentThread().isInterrupted()) {
            return new InterruptedException();
        }
        throw new RowAbandonedException();
    }

    private CallResult afterLoss(SendResult.Lost lost, boolean down) throws RetryException, InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException();
        }
        CallResult given = switch (lost.reply()) {
            case WireReply.Complete complete ->
                new CallResult.Rejected(complete, lost.receipt().orElseThrow(), record.attempts());
            case WireReply other -> new CallResult.NoReply(other, record.attempts());
        };
        record.nextLost(down ? UnknownCause.OUTAGE : UnknownCause.SERVICE);
        if (down && past.mayRepeat()) {
            throw new RetryException(Duration.ZERO);
        }
        CallResult last = past.mayRepeat() ? again(given) : given;
        if (!call.repeatable()) {
            record.lost(last);
        }
        return last;
    }

    /// Another attempt if the policy has one left, else what there is.
    private CallResult again(CallResult given) throws RetryException {
        int fault = record.nextFault();
        if (fault >= node.retry().maxAttempts()) {
            return given;
        }
        Duration delay = node.retry().delayAfter(fault, desk.random());
        throw new RetryException(delay);
    }
}
