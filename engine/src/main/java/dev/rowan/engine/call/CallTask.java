package dev.rowan.engine.call;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.pool.Attempt;
import dev.rowan.engine.pool.CapacityException;
import dev.rowan.engine.pool.Outage;
import dev.rowan.engine.pool.PooledTask;
import dev.rowan.engine.pool.RetryException;
import dev.rowan.engine.pool.RowContext;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.landscape.record.LogEntry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/// One call, attempt by attempt: reserve the cost, make the intent durable, send the request once, record the
/// result, and only then decide what follows.
///
/// Used by one thread at a time. The pacer has admitted the attempt; the permit covers the exchange alone.
final class CallTask implements PooledTask<CallResult> {
    private final TokenCalls token;
    private final NodeCalls node;
    private final CallContext callContext;
    private final Call call;
    private final CallRecord record;
    private final RecordedCall recordedCall;
    private final Usd worst;
    private final AtomicBoolean visitRejected;
    private final Reachability reachability;
    private final CallDecision decision;
    private final Optional<CallSharing> sharing;
    private Duration heldFor = Duration.ZERO;
    private OptionalLong answersBeforeRejection = OptionalLong.empty();
    /// As the current attempt sends it.
    private WireRequest wireRequest;

    /// `visitRejected` is set when any call of the visit is rejected.
    CallTask(TokenCalls token, Call call, ServiceKey service, AtomicBoolean visitRejected) {
        this.visitRejected = visitRejected;
        this.token = token;
        this.node = token.node();
        this.callContext = node.context();
        this.call = call;
        this.wireRequest = call.request();
        this.record = token.record(call);
        this.recordedCall = new RecordedCall(record, call, node);
        this.sharing = node.shared()
                .filter(_ -> !call.isPreparation())
                .map(answers -> new CallSharing(token, call, record, answers));
        this.reachability = new Reachability(callContext, service);
        this.decision = new CallDecision(
                node,
                call,
                record,
                recordedCall,
                reachability,
                callContext.services().breaker(service));
        this.worst = worst(call, callContext.budget());
    }

    /// The amount to reserve. Without a price a cap could not be enforced.
    private static Usd worst(Call call, Budget budget) {
        return call.estimate()
                .worst()
                .or(budget::unpriced)
                .orElseThrow(() -> new IllegalStateException("the run has a cost cap, and call " + call.number()
                        + " to " + call.request().uri().getHost() + " has no price"));
    }

    /// The answer of an earlier visit, an earlier run or an equal call, if the call is not to be sent.
    Optional<CallResult> stored() {
        Optional<CallResult> own = recordedCall
                .end()
                .or(() -> call.isPreparation() ? Optional.empty() : new CallReuse(token, call, record).answer());
        if (own.isPresent()) {
            sharing.ifPresent(shared -> shared.ended(own.get()));
            return own;
        }
        return isSubmitted() ? Optional.empty() : sharing.flatMap(CallSharing::claim);
    }

    /// Whether the answer of an equal call is waited for.
    boolean follows() {
        return sharing.filter(CallSharing::follows).isPresent();
    }

    /// The call has ended, durably.
    void ended(CallResult result) {
        sharing.ifPresent(shared -> shared.ended(result));
    }

    /// Nothing follows of the call, unless it has ended.
    void abandon() {
        sharing.ifPresent(CallSharing::abandon);
    }

    /// Whether the call is part of a batch job that has not settled it.
    boolean isSubmitted() {
        return recordedCall.isSubmitted();
    }

    /// Whether it returned from a job that did not process it, to be sent in real time.
    boolean isCalledBack() {
        return recordedCall.isCalledBack();
    }

    /// The call for a batch service, at `share` of its price.
    ParkedCall parked(BigDecimal share) {
        WireRequest batched = call.form().batched(call.request());
        return new ParkedCall(
                record.key(),
                record.attempts(),
                Usd.of(worst.dollars().multiply(share)),
                call.estimate().inputTokens(),
                batched.equals(call.request())
                        ? record.message().bytes()
                        : callContext.recorded(batched).bytes(),
                call.request().body().attachments(),
                record.batch());
    }

    int number() {
        return call.number();
    }

    boolean isPreparation() {
        return call.isPreparation();
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
        if (!reserve()) {
            return new CallResult.NoReply(SendResult.unaffordable(), record.attempts());
        }
        Usd cost = Usd.ZERO;
        try {
            int number = claim();
            cost = worst; // it may be paid for from here on, until its end says what it did cost
            SendResult sent = classify(exchange(number, attempt), number, attempt);
            Outage.Effect outage = reachability.report(sent, attempt);
            boolean down = outage != Outage.Effect.NONE;
            LogEntry.CallEnded end = AttemptEnd.of(sent, down, info(number, attempt), worst);
            cost = end.cost();
            record(end);
            callContext.rejections().failRejected();
            reachability.stopIfTimedOut(outage, sent);
            return decision.after(sent, down, heldFor, attempt);
        } finally {
            callContext.budget().settle(worst, cost);
        }
    }

    /// Reserves the cost. A preparation is worth no wait and no stop: without money for it, it is not sent.
    private boolean reserve() throws InterruptedException {
        if (call.isPreparation()) {
            return callContext
                    .budget()
                    .tryReserve(worst)
                    .filter(Budget.Reservation.GRANTED::equals)
                    .isPresent();
        }
        return switch (callContext.budget().reserve(worst)) {
            case GRANTED -> true;
            case STOPPED -> throw new RowAbandonedException();
            case REFUSED -> {
                callContext.runStop().limit(capReached());
                throw new RowAbandonedException();
            }
        };
    }

    private String capReached() {
        return "the cost cap of " + callContext.budget().cap().orElse(Usd.ZERO) + " USD: "
                + callContext.budget().spentByAll() + " are spent, and the next call may cost " + worst;
    }

    /// Makes the intent of the next attempt durable; returns its number.
    private int claim() throws InterruptedException {
        token.gate().enter();
        try {
            int number = record.nextAttempt();
            wireRequest = call.form().attempt(call.request(), number);
            Optional<Payload> request =
                    number == 1 ? Optional.of(record.message().bytes()) : Optional.empty();
            callContext
                    .ledger()
                    .claim(new LogEntry.CallIntended(
                            record.key(),
                            number,
                            callContext.time().instant(),
                            worst,
                            request,
                            Optional.empty(),
                            wireSha256()));
            return number;
        } finally {
            token.gate().leave();
        }
    }

    /// The hash of the request as it is sent, if that is another than the call's.
    private Optional<String> wireSha256() {
        return wireRequest.equals(call.request())
                ? Optional.empty()
                : Optional.of(callContext.recorded(wireRequest).sha256())
                        .filter(hash -> !hash.equals(record.key().requestSha256()));
    }

    /// Sends the request once. An attempt that was not sent returns the reason, and an interrupted thread stays
    /// interrupted. A wire must not throw; if it does, what may have been sent is recorded before that defect is
    /// thrown.
    private WireReply exchange(int number, Attempt attempt) {
        try {
            Optional<WireReply> reply = attempt.onWire(this::send);
            while (reply.isEmpty()) {
                if (!callContext.rejections().awaitPending(site(), visitRejected::get)) {
                    return SendResult.brokenOff();
                }
                reply = attempt.onWire(this::send);
            }
            return reply.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return SendResult.brokenOff();
        } catch (RowAbandonedException _) {
            return SendResult.brokenOff();
        } catch (RetryException held) {
            heldFor = held.delay();
            return SendResult.held();
        } catch (RuntimeException | Error defect) {
            recordBroken(number, attempt, defect);
            throw defect;
        }
    }

    /// The reply; empty if nothing was sent because pending rejections must be resolved first.
    private Optional<WireReply> send() {
        RejectionSeries rejections = callContext.rejections();
        if (call.isPreparation()) {
            return Optional.of(callContext.wire().exchange(wireRequest));
        }
        if (rejections.isOn() && !visitRejected.get() && !rejections.mayBeSent(site())) {
            return Optional.empty();
        }
        WireReply reply = callContext.wire().exchange(wireRequest);
        if (rejections.isOn()) {
            note(reply, rejections);
        }
        return Optional.of(reply);
    }

    /// Counts the reply while the request has its permit, so that replies count in their order.
    private void note(WireReply reply, RejectionSeries rejections) {
        if (reply instanceof WireReply.Complete complete && complete.status() / 100 == 2) {
            rejections.answered(site());
        } else if (CommonRejection.mayBe(reply)) {
            visitRejected.set(true);
            answersBeforeRejection = OptionalLong.of(rejections.rejected(site(), answersBeforeRejection));
        }
    }

    RejectionSeries.CallSite site() {
        return new RejectionSeries.CallSite(node.index(), call.number());
    }

    /// If a request of this call was rejected: the answers before its last rejection.
    OptionalLong answersBeforeRejection() {
        return answersBeforeRejection;
    }

    private void recordBroken(int number, Attempt attempt, Throwable defect) {
        try {
            record(AttemptEnd.broken(defect, info(number, attempt), worst));
        } catch (RuntimeException unrecorded) {
            defect.addSuppressed(unrecorded);
        }
    }

    /// Classifies the reply. A reader must not throw on it; if one does, the answer is recorded as paid and
    /// unreadable before that defect is thrown.
    private SendResult classify(WireReply reply, int number, Attempt attempt) {
        try {
            return SendResult.of(reply, call, callContext.time());
        } catch (RuntimeException | Error defect) {
            if (reply instanceof WireReply.Complete complete) {
                record(AttemptEnd.of(SendResult.unread(complete), false, info(number, attempt), worst));
            }
            throw defect;
        }
    }

    /// Records the end of an attempt, counts it, and publishes it.
    private void record(LogEntry.CallEnded end) {
        token.recorded(callContext.ledger().end(end));
        callContext.ended(end);
        callContext
                .events()
                .publish(() -> new RunEvent.AttemptEnded(
                        node.name(), call.request().uri(), Optional.empty(), Optional.of(wireRequest.body()), end));
    }

    private AttemptEnd.AttemptInfo info(int number, Attempt attempt) {
        boolean free = call.estimate().worst().filter(Usd.ZERO::equals).isPresent();
        return new AttemptEnd.AttemptInfo(
                record.key(), number, callContext.time().instant(), attempt.waits(), free);
    }
}
