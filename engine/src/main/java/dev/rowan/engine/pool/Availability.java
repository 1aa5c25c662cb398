package dev.rowan.engine.pool;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Whether requests to one service may go at all: not while the run is paused, and while the service is down only a
/// probe.
///
/// Guarded by the pacer's lock, but for [#isPaused], [#isDown] and [#isSuspected], which any thread may ask.
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

    /// Ends a pause, which counts for nothing in an outage.
    void unpause(long now) {
        if (suspension.isPaused()) {
            outage.postpone(suspension.unpause(now));
        }
    }

    /// Whether nothing is sent, but for probes.
    boolean isSuspended() {
        return suspension.isPaused() || suspension.isDown();
    }

    /// For how long in all nothing was sent until `now`.
    long suspendedNanos(long now) {
        return suspension.nanos(now);
    }

    /// When the next request may go that probes a service that is down.
    long probeAt() {
        return outage.probeAt();
    }

    boolean isProbeDue(long now) {
        return outage.isDown() && outage.probeAt() <= now;
    }

    /// A request goes; while the service is down it is the probe.
    void dispatched(long number) {
        if (outage.isDown()) {
            outage.probing(number);
        }
    }

    /// Whether a request that was let in may still go.
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
