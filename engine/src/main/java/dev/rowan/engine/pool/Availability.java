package dev.rowan.engine.pool;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Whether requests to one service may be sent at all: not while the run is paused, and only a probe while the
/// service is down.
///
/// Guarded by the pacer's lock, except [#isPaused], [#isDown] and [#isSuspected], which any thread may call.
final class Availability {
    private final Suspension suspension = new Suspension();
    private final Outage outage;
    private volatile boolean suspected;

    Availability(Duration downTimeout) {
        this.outage = new Outage(downTimeout);
    }

    boolean isPaused() {
        return suspension.isPaused();
    }

    boolean isDown() {
        return suspension.isDown();
    }

    /// Whether a request could not reach the service and none has since.
    boolean isSuspected() {
        return suspected;
    }

    void pause(long now) {
        suspension.pause(now);
    }

    /// Ends a pause, which does not count in an outage.
    void unpause(long now) {
        if (suspension.isPaused()) {
            outage.postpone(suspension.unpause(now));
        }
    }

    /// Whether nothing is sent except probes.
    boolean isSuspended() {
        return suspension.isPaused() || suspension.isDown();
    }

    /// The total time until `now` in which nothing was sent.
    long suspendedNanos(long now) {
        return suspension.nanos(now);
    }

    /// When the next probe of a service that is down may be sent.
    long probeAt() {
        return outage.probeAt();
    }

    boolean isProbeDue(long now) {
        return outage.isDown() && outage.probeAt() <= now;
    }

    /// A request is dispatched; while the service is down it is the probe.
    void dispatched(long number) {
        if (outage.isDown()) {
            outage.probing(number);
        }
    }

    /// Whether an admitted request may still be sent.
    boolean admits(DispatchGrant pass) {
        return !outage.isDown() || outage.isProbe(pass.dispatch().number());
    }

    boolean isConnectProbe(DispatchGrant pass) {
        return outage.isConnectProbe(pass.dispatch().number());
    }

    /// A request has ended, or is not sent.
    void ended(long number) {
        outage.ended(number);
    }

    void connected(DispatchGrant pass, long now) {
        outage.connected(pass.dispatch().number(), now);
        suspension.down(outage.isDown(), now);
    }

    Outage.Effect unreachable(DispatchGrant pass, long row, Outage.Failure failure, long now) {
        Outage.Effect effect = outage.failed(pass.dispatch().number(), row, failure, now);
        suspected = true;
        suspension.down(outage.isDown(), now);
        return effect;
    }

    void reached(long now) {
        outage.reached(now);
        suspected = false;
        suspension.down(false, now);
    }

    int outages() {
        return outage.outages();
    }

    List<Outage.Change> takeChanges() {
        return outage.takeChanges();
    }

    Optional<PaceState.Down> state(long now) {
        return outage.state(now);
    }
}
