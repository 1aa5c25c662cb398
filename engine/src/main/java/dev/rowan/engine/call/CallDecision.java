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

/// Decides what follows a recorded attempt of one call: its result, or another attempt. Used by one thread at a
/// time.
final class CallDecision {
    private final NodeCalls node;
    private final CallContext callContext;
    private final Call call;
    private final CallRecord record;
    private final RecordedCall recordedCall;
    private final Reachability reachability;
    private final SharedCircuitBreaker breaker;

    CallDecision(
            NodeCalls node,
            Call call,
            CallRecord record,
            RecordedCall recordedCall,
            Reachability reachability,
            SharedCircuitBreaker breaker) {
        this.node = node;
        this.callContext = node.context();
        this.call = call;
        this.record = record;
        this.recordedCall = recordedCall;
        this.reachability = reachability;
        this.breaker = breaker;
    }

    /// The result after an attempt. `down` means that the service is down; `heldFor` is how long it asked to wait
    /// before this attempt was sent.
    CallResult after(SendResult sent, boolean down, Duration heldFor, Attempt attempt)
            throws CapacityException, RetryException, InterruptedException {
        breaker.onReply(sent.disposition(), callContext.time().nanos()).ifPresent(why -> {
            callContext.runStop().blocked(why);
            if (!(sent instanceof SendResult.Answered)) {
                throw new RowAbandonedException();
            }
        });
        if (!(sent instanceof SendResult.Answered)) {
            attempt.neutral();
        }
        sent.tokens().ifPresent(attempt::used);
        return switch (sent) {
            case SendResult.Answered(var reply, var receipt, var hints) -> {
                attempt.hints(hints);
                var answer = new CallResult.Answered(reply, receipt, record.attempts());
                record.ended(answer);
                yield answer;
            }
            case SendResult.RateLimited(var reply, var _, var hints) -> {
                callContext.statistics().rateLimited();
                node.callStatistics().rateLimited();
                throw new CapacityException(reply.status(), hints);
            }
            case SendResult.Rejected(var reply, var receipt) ->
                sent.mayPass()
                        ? again(new CallResult.Rejected(reply, receipt, record.attempts()))
                        : new CallResult.Rejected(reply, receipt, record.attempts());
            case SendResult.NotSent notSent -> afterNotSent(notSent, down, heldFor, attempt);
            case SendResult.Lost lost -> afterLoss(lost, down);
        };
    }

    private CallResult afterNotSent(SendResult.NotSent sent, boolean down, Duration heldFor, Attempt attempt)
            throws RetryException, InterruptedException {
        WireReply.NotSent reply = sent.reply();
        switch (reply.reason()) {
            case INTERRUPTED -> throw stopped();
            case HELD -> throw RetryException.notSent(heldFor);
            default -> {}
        }
        if (down) {
            throw RetryException.notSent(Duration.ZERO);
        }
        if (sent.unreachable().isPresent()) {
            reachability.retryUncounted(attempt, node.retry());
        }
        var given = new CallResult.NoReply(reply, record.attempts());
        return sent.mayPass() ? again(given) : given;
    }

    /// What a stop before the send means for the row: an interrupt, or an orderly end without an outcome.
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
        if (down && recordedCall.mayRepeat()) {
            throw new RetryException(Duration.ZERO);
        }
        CallResult last = recordedCall.mayRepeat() ? again(given) : given;
        if (call.purpose() == Call.Purpose.ANSWER) {
            record.lost(last);
        }
        return last;
    }

    /// Retries if the policy has an attempt left; otherwise returns the given result.
    private CallResult again(CallResult given) throws RetryException {
        int fault = record.nextFault();
        if (fault >= node.retry().maxAttempts()) {
            return given;
        }
        Duration delay = node.retry().delayAfter(fault, callContext.random());
        throw new RetryException(delay);
    }
}
