package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.pool.Attempt;
import dev.rowan.engine.pool.CapacityException;
import dev.rowan.engine.pool.Outage;
import dev.rowan.engine.pool.PacerHeldException;
import dev.rowan.engine.pool.PacerStoppedException;
import dev.rowan.engine.pool.PooledTask;
import dev.rowan.engine.pool.RetryException;
import dev.rowan.engine.pool.RowContext;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.landscape.record.LogEntry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// One call, attempt by attempt: money is set aside, the intent is made durable, the request is sent once,
/// what came of it is put on record, and only then is it decided what comes next.
///
/// Used by one thread at a time. The pacer let the attempt in already; the permit covers the exchange and no
/// more.
final class CallTask implements PooledTask<CallResult> {
    private final TokenCalls token;
    private final NodeCalls node;
    private final CallContext desk;
    private final Call call;
    private final CallRecord record;
    private final RecordedCall past;
    private final Usd worst;
    private final AtomicBoolean visitRejected;
    private final Reachability reachability;
    private final CallDecision decision;
    private Duration heldFor = Duration.ZERO;
    private boolean rejected;

    /// `visitRejected` is set when any call of its visit is rejected.
    CallTask(TokenCalls token, Call call, ServiceKey service, AtomicBoolean visitRejected) {
        this.visitRejected = visitRejected;
        this.token = token;
        this.node = token.node();
        this.desk = node.context();
        this.call = call;
        this.record = token.record(call);
        this.past = new RecordedCall(record, call, node);
        this.reachability = new Reachability(desk, service);
        this.decision = new CallDecision(
                node, call, record, past, reachability, desk.services().tripwire(service));
        this.worst = worst(call, desk.budget());
    }

    /// What is set aside. Without a price there is nothing to set aside, so that a cap could not hold.
    private static Usd worst(Call call, Budget budget) {
        return call.estimate()
                .worst()
                .or(budget::unpriced)
                .orElseThrow(() -> new IllegalStateException("the run has a cost cap, and call " + call.number()
                        + " to " + call.request().uri().getHost() + " has no price"));
    }

    /// What an earlier visit or an earlier run got, if the call is not to be sent.
    Optional<CallResult> stored() {
        return past.end().or(() -> new CallReuse(token, call, record).answer());
    }

    /// Whether the call is part of a job of a batch service that has not settled it.
    boolean isSubmitted() {
        return past.isSubmitted();
    }

    /// The call as one that goes through a batch service, where it costs `share` of its price.
    ParkedCall parked(BigDecimal share) {
        return new ParkedCall(
                record.key(),
                record.attempts(),
                Usd.of(worst.dollars().multiply(share)),
                call.estimate().inputTokens(),
                record.message().bytes(),
                record.batch());
    }

    int number() {
        return call.number();
    }

    int attempts() {
        return record.attempts();
    }

    @Override
    public long tokens(RowContext context) {
        return call.estimate().tokens();
    }

    @Override
    public long maxTokens(RowContext context) {
        return call.estimate().maxTokens();
    }

    @Override
    public long row(RowContext context) {
        return token.rowSeq();
    }

    @Override
    public CallResult attempt(RowContext context, Attempt attempt)
            throws CapacityException, RetryException, InterruptedException {
        reachability.probe(call.request(), attempt);
        setAside();
        Usd cost = Usd.ZERO;
        try {
            int number = claim();
            cost = worst; // it may be paid for from here on, until its end says what it did cost
            SendResult judgement = judged(exchange(number, attempt), number, attempt);
            Outage.Effect outage = reachability.tell(judgement, attempt);
            boolean down = outage != Outage.Effect.NONE;
            LogEntry.CallEnded end = AttemptEnd.of(judgement, down, where(number, attempt), worst);
            cost = end.cost();
            keep(end);
            reachability.stopIfTimedOut(outage, judgement);
            return decision.after(judgement, down, heldFor, attempt);
        } finally {
            desk.budget().settle(worst, cost);
        }
    }

    private void setAside() throws InterruptedException {
        switch (desk.budget().reserve(worst)) {
            case GRANTED -> {}
            case STOPPED -> throw new RowAbandonedException();
            case REFUSED -> {
                desk.runStop().limit(capReached());
                throw new RowAbandonedException();
            }
        }
    }

    private String capReached() {
        return "the cost cap of " + desk.budget().cap().orElse(Usd.ZERO) + " USD: "
                + desk.budget().spent() + " are spent, and the next call may cost " + worst;
    }

    /// Makes the intent of the next attempt durable and gives its number.
    private int claim() throws InterruptedException {
        int number = record.nextAttempt();
        Optional<Payload> request = number == 1 ? Optional.of(record.message().bytes()) : Optional.empty();
        desk.ledger()
                .claim(new LogEntry.CallIntended(
                        record.key(), number, desk.time().instant(), worst, request));
        return number;
    }

    /// Sends the request, once. What is broken off before tells so, and an interrupted thread stays so. A
    /// wire must not break; when it does, what may have been sent is on record before that defect is thrown.
    private WireReply exchange(int number, Attempt attempt) {
        try {
            Optional<WireReply> reply = attempt.onWire(this::send);
            while (reply.isEmpty()) {
                if (!desk.rejections().awaitPending(site(), visitRejected::get)) {
                    return SendResult.brokenOff();
                }
                reply = attempt.onWire(this::send);
            }
            return reply.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return SendResult.brokenOff();
        } catch (PacerStoppedException _) {
            return SendResult.brokenOff();
        } catch (PacerHeldException held) {
            heldFor = held.left();
            return SendResult.held();
        } catch (RuntimeException | Error defect) {
            recordBroken(number, attempt, defect);
            throw defect;
        }
    }

    /// The reply; empty when nothing was sent, since it must be known first what comes of rejections.
    private Optional<WireReply> send() {
        RejectionSeries rejections = desk.rejections();
        if (rejections.isOn() && !visitRejected.get() && !rejections.mayBeSent(site())) {
            return Optional.empty();
        }
        WireReply reply = desk.wire().exchange(call.request());
        if (rejections.isOn() && !rejected && CommonRejection.mayBe(reply)) {
            rejected = true;
            visitRejected.set(true);
            rejections.rejected(site());
        }
        return Optional.of(reply);
    }

    RejectionSeries.CallSite site() {
        return new RejectionSeries.CallSite(node.index(), call.number());
    }

    /// Whether a request of this call was rejected, which is pending in the [RejectionSeries].
    boolean isRejected() {
        return rejected;
    }

    private void recordBroken(int number, Attempt attempt, Throwable defect) {
        try {
            keep(AttemptEnd.broken(defect, where(number, attempt), worst));
        } catch (RuntimeException unrecorded) {
            defect.addSuppressed(unrecorded);
        }
    }

    /// What the reply came to. A reader must not break on it; when one does, the answer is on record as paid
    /// for and unreadable before that defect is thrown.
    private SendResult judged(WireReply reply, int number, Attempt attempt) {
        try {
            return SendResult.of(reply, call, desk.time());
        } catch (RuntimeException | Error defect) {
            if (reply instanceof WireReply.Complete complete) {
                keep(AttemptEnd.of(SendResult.unread(complete), false, where(number, attempt), worst));
            }
            throw defect;
        }
    }

    /// Puts the end of an attempt on record, counts it, and tells of it.
    private void keep(LogEntry.CallEnded end) {
        token.recorded(desk.ledger().end(end));
        desk.ended(end);
        desk.events()
                .publish(() -> new RunEvent.AttemptEnded(
                        node.name(),
                        call.request().uri(),
                        Optional.empty(),
                        Optional.of(call.request().body()),
                        end));
    }

    private AttemptEnd.Where where(int number, Attempt attempt) {
        boolean free = call.estimate().worst().filter(Usd.ZERO::equals).isPresent();
        return new AttemptEnd.Where(record.key(), number, desk.time().instant(), attempt.waits(), free);
    }
}
