package dev.rowan.engine.call;

import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.engine.pipeline.RetryPolicy;
import dev.rowan.engine.pool.Attempt;
import dev.rowan.engine.pool.Outage;
import dev.rowan.engine.pool.RetryException;
import dev.rowan.engine.stop.RowAbandonedException;
import java.time.Duration;
import java.util.Optional;

/// Whether the attempts of one call reach its service: tells the pacer of each, probes a service that is down, and
/// stops the run when that lasts too long. Used by one thread at a time.
final class Reachability {
    /// So many requests of a call that did not reach the service use up no attempt, since it may be going down;
    /// further ones do while it answers others.
    private static final int UNCOUNTED = 3;

    private final CallContext desk;
    private final ServiceKey service;
    private int unreachable;
    private int outagesSeen;

    Reachability(CallContext desk, ServiceKey service) {
        this.desk = desk;
        this.service = service;
    }

    /// Opens a connection first where this attempt probes a service that gave none. Without one nothing is sent and
    /// nothing recorded of the call; it goes back to the pacer.
    void probe(WireRequest request, Attempt attempt) throws RetryException, InterruptedException {
        if (!attempt.isConnectProbe()) {
            return;
        }
        Optional<WireReply.NotSent> hindered = desk.wire().connect(request);
        if (hindered.isEmpty()) {
            attempt.connected();
            return;
        }
        if (hindered.get().failure() == WireReply.ConnectFailure.INTERRUPTED) {
            throw CallDecision.stopped();
        }
        var judgement = new SendResult.NotSent(hindered.get());
        if (judgement.unreachable().isPresent()) {
            attempt.used(0);
            stopIfTimedOut(tell(judgement, attempt), judgement);
            throw RetryException.notSent(Duration.ZERO);
        }
    }

    /// Tells the pacer whether an attempt reached the service; what it means for all its requests.
    Outage.Effect tell(SendResult judgement, Attempt attempt) {
        if (judgement.reached()) {
            attempt.reached();
        }
        return judgement.unreachable().map(attempt::unreachable).orElse(Outage.Effect.NONE);
    }

    /// Stops the run when the service was down for as long as it waits.
    void stopIfTimedOut(Outage.Effect effect, SendResult judgement) {
        if (effect == Outage.Effect.TIMED_OUT) {
            String why = judgement.unreachable().map(Outage.Failure::reason).orElse("");
            desk.runStop().limit(desk.downTimeoutReached(service, why));
            throw new RowAbandonedException();
        }
    }

    /// Tries again after an attempt that did not reach the service, while these use up no attempt of the call. Those
    /// before an outage were part of it.
    void retryUncounted(Attempt attempt, RetryPolicy retry) throws RetryException {
        int outages = attempt.outages();
        unreachable = outages == outagesSeen ? unreachable + 1 : 1;
        outagesSeen = outages;
        if (unreachable <= UNCOUNTED) {
            throw RetryException.notSent(retry.delayAfter(unreachable, desk.random()));
        }
    }
}
