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

/// Tracks whether the attempts of one call reach its service: reports each to the pacer, probes a service that is
/// down, and stops the run if that lasts too long. Used by one thread at a time.
final class Reachability {
    /// The first so many requests of a call that do not reach the service use up no attempt, since it may be going
    /// down; further ones do while it answers others.
    private static final int UNCOUNTED = 3;

    private final CallContext context;
    private final ServiceKey service;
    private int unreachable;
    private int outagesSeen;

    Reachability(CallContext context, ServiceKey service) {
        this.context = context;
        this.service = service;
    }

    /// Opens a connection first if this attempt probes a service that accepted none. Without one nothing is sent or
    /// recorded, and the call returns to the pacer.
    void probe(WireRequest request, Attempt attempt) throws RetryException, InterruptedException {
        if (!attempt.isConnectProbe()) {
            return;
        }
        Optional<WireReply.NotSent> failure = context.wire().connect(request);
        if (failure.isEmpty()) {
            attempt.connected();
            return;
        }
        if (failure.get().reason() == WireReply.NotSentReason.INTERRUPTED) {
            throw CallDecision.stopped();
        }
        var sent = new SendResult.NotSent(failure.get());
        if (sent.unreachable().isPresent()) {
            attempt.used(0);
            stopIfTimedOut(report(sent, attempt), sent);
            throw RetryException.notSent(Duration.ZERO);
        }
    }

    /// Reports to the pacer whether an attempt reached the service; returns the effect on all its requests.
    Outage.Effect report(SendResult sent, Attempt attempt) {
        if (sent.reached()) {
            attempt.reached();
        }
        return sent.unreachable().map(attempt::unreachable).orElse(Outage.Effect.NONE);
    }

    /// Stops the run if the service was down for the configured timeout.
    void stopIfTimedOut(Outage.Effect effect, SendResult sent) {
        if (effect == Outage.Effect.TIMED_OUT) {
            String why = sent.unreachable().map(Outage.Failure::reason).orElse("");
            context.runStop().limit(context.downTimeoutReached(service, why));
            throw new RowAbandonedException();
        }
    }

    /// Retries after an attempt that did not reach the service, while these use up no attempt of the call. Those
    /// before an outage were part of it.
    void retryUncounted(Attempt attempt, RetryPolicy retry) throws RetryException {
        int outages = attempt.outages();
        unreachable = outages == outagesSeen ? unreachable + 1 : 1;
        outagesSeen = outages;
        if (unreachable <= UNCOUNTED) {
            throw RetryException.notSent(retry.delayAfter(unreachable, context.random()));
        }
    }
}
