package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.pool.Attempt;
import dev.rowan.engine.pool.CapacityException;
import dev.rowan.engine.pool.PooledTask;
import dev.rowan.engine.pool.RetryException;
import dev.rowan.engine.pool.RowContext;
import dev.rowan.engine.stop.RowAbandoned;
import dev.rowan.landscape.record.Entry;
import java.time.Duration;
import java.util.Optional;

/// One call, attempt by attempt: money is set aside, the intent is made durable, the request is sent once, what came of
/// it is made durable, and only then is it decided what comes next.
///
/// Used by one thread at a time. The pacer let the attempt in already; the permit covers the exchange and no more.
final class CallTask implements PooledTask<CallResult> {
    private final NodeCalls node;
    private final CallDesk desk;
    private final Call call;
    private final CallRecord record;
    private final Tripwire tripwire;
    private final Usd worst;

    CallTask(TokenCalls token, Call call, ServiceKey service) {
        this.node = token.node();
        this.desk = node.desk();
        this.call = call;
        this.record = token.record(call);
        this.tripwire = desk.services().tripwire(service);
        this.worst = call.estimate().worst().orElse(Usd.ZERO);
    }

    /// The answer that an earlier visit got and paid for.
    Optional<CallResult.Answered> stored() {
        return record.answer();
    }

    int attempts() {
        return record.attempts();
    }

    @Override
    public long tokens(RowContext context) {
        return call.estimate().tokens();
    }

    @Override
    public CallResult attempt(RowContext context, Attempt attempt)
            throws CapacityException, RetryException, InterruptedException {
        setAside();
        Usd cost = Usd.ZERO;
        try {
            int number = record.nextAttempt();
            WireReply reply = exchange(number, attempt);
            Judgement judgement = Judgement.of(reply, call, desk.time());
            Entry.CallEnded end = ended(judgement, number, attempt);
            desk.ledger().end(end);
            cost = end.cost();
            return next(judgement, attempt);
        } finally {
            desk.budget().settle(worst, cost);
        }
    }

    private void setAside() throws InterruptedException {
        switch (desk.budget().reserve(worst)) {
            case GRANTED -> {}
            case STOPPED -> throw new RowAbandoned();
            case REFUSED -> {
                desk.runStop().limit(capReached());
                throw new RowAbandoned();
            }
        }
    }

    private String capReached() {
        return "the cost cap of " + desk.budget().cap().orElse(Usd.ZERO) + " USD: "
                + desk.budget().spent() + " are spent, and the next call may cost " + worst;
    }

    /// Claims the attempt and sends it. What is broken off before the send is recorded as not sent.
    private WireReply exchange(int number, Attempt attempt) throws InterruptedException {
        Optional<Payload> request = number == 1 ? Optional.of(record.message().bytes()) : Optional.empty();
        try {
            desk.ledger()
                    .claim(new Entry.CallIntended(
                            record.key(), number, desk.time().instant(), worst, request));
            return attempt.onWire(() -> {
                desk.tally().sent();
                return desk.wire().exchange(call.request());
            });
        } catch (InterruptedException stopped) {
            desk.ledger().end(ended(Judgement.brokenOff(), number, attempt));
            throw stopped;
        }
    }

    private Entry.CallEnded ended(Judgement judgement, int number, Attempt attempt) {
        var where = new AttemptEnd.Where(record.key(), number, desk.time().instant(), attempt.waits());
        return AttemptEnd.of(judgement, where, worst);
    }

    private CallResult next(Judgement judgement, Attempt attempt)
            throws CapacityException, RetryException, InterruptedException {
        tripwire.told(judgement.standing(), desk.time().nanos()).ifPresent(why -> {
            desk.runStop().blocked(why);
            if (!(judgement instanceof Judgement.Answered)) {
                throw new RowAbandoned();
            }
        });
        if (!(judgement instanceof Judgement.Answered)) {
            attempt.neutral();
        }
        return switch (judgement) {
            case Judgement.Answered(var reply, var receipt, var hints) -> {
                attempt.hints(hints);
                desk.tally().answered();
                var answer = new CallResult.Answered(reply, receipt, record.attempts());
                record.answered(answer);
                yield answer;
            }
            case Judgement.NoRoom(var reply, var _, var hints) -> {
                desk.tally().noRoom();
                throw new CapacityException(reply.status(), hints);
            }
            case Judgement.Rejected(var reply, var receipt) ->
                judgement.mayPass()
                        ? again(new CallResult.Rejected(reply, receipt, record.attempts()))
                        : new CallResult.Rejected(reply, receipt, record.attempts());
            case Judgement.NotSent(var reply) -> {
                if (reply.hindrance() == WireReply.Hindrance.INTERRUPTED) {
                    throw new InterruptedException();
                }
                var given = new CallResult.NoReply(reply, record.attempts());
                yield judgement.mayPass() ? again(given) : given;
            }
            case Judgement.Lost lost -> afterLoss(lost);
        };
    }

    private CallResult afterLoss(Judgement.Lost lost) throws RetryException, InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException();
        }
        CallResult given = switch (lost.reply()) {
            case WireReply.Complete complete ->
                new CallResult.Rejected(complete, lost.receipt().orElseThrow(), record.attempts());
            case WireReply other -> new CallResult.NoReply(other, record.attempts());
        };
        boolean allowed = call.repeatable() || record.nextLost() <= node.maxUnknownResends();
        return allowed ? again(given) : given;
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
