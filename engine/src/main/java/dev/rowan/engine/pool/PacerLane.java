package dev.rowan.engine.pool;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.ThrottleEvent;

/// A pool's way into the pacer. It lets in no more requests than the pool has room for, so that a full pool
/// neither piles up requests behind the pacer nor holds back the other pools.
///
/// Each request that [#enter] let in ends with exactly one of [#succeeded], [#refused] and [#failed]. The
/// queue, the counts inside and the room are guarded by the pacer's lock.
public final class PacerLane {
    /// Of so many requests one is looked at, and counts for this much in the average.
    private static final int LOOKED_AT = 16;

    private static final double NEWS = 1.0 / 32;

    private final Pacer pacer;
    private LaneCapacity bounds;
    private DeclaredLimits limits;
    private final LaneQueue queue = new LaneQueue();
    private int room;
    private int inside;
    private long ended;
    private double endings;
    private long fullNanos;
    private long fullSince;

    PacerLane(Pacer pacer, LaneCapacity bounds, DeclaredLimits limits) {
        this.pacer = pacer;
        this.bounds = bounds;
        this.room = bounds.least();
        this.limits = limits;
    }

    void checkStillOpen(DispatchGrant pass) {
        pacer.checkStillOpen(pass);
    }

    /// Waits until a first attempt of so many tokens may go; it is not let in before `readyAt`, a monotonic time in
    /// nanoseconds.
    public DispatchGrant enter(long tokens, long readyAt) throws InterruptedException {
        return enter(PacerRequest.first(tokens, tokens, readyAt));
    }

    /// Waits until a request may go: a retry whose back-off has ended before all first attempts.
    public DispatchGrant enter(PacerRequest request) throws InterruptedException {
        return pacer.enter(this, request);
    }

    /// How many requests wait here.
    int waiting() {
        return pacer.waiting(this);
    }

    /// The service counted so many tokens for the request, told before its end.
    void used(DispatchGrant pass, long tokens) {
        pacer.used(pass.dispatch().number(), tokens);
    }

    /// The request can be sent as soon as the pool has a permit for it.
    void atTheWire(DispatchGrant pass) {
        if (pass.letInBefore() % LOOKED_AT == 0) {
            pacer.learn(this, pass);
        }
    }

    /// The request was answered.
    public void succeeded(DispatchGrant pass, RateHints hints) {
        pacer.ended(this, new ThrottleEvent.Succeeded(pass.dispatch(), pacer.nanos(), hints));
    }

    /// The service had no room for the request.
    public void refused(DispatchGrant pass, RateHints hints) {
        pacer.ended(this, new ThrottleEvent.CapacityError(pass.dispatch(), pacer.nanos(), hints));
    }

    /// The request failed in another way, or was never sent.
    public void failed(DispatchGrant pass) {
        pacer.ended(this, new ThrottleEvent.Failed(pass.dispatch(), pacer.nanos()));
    }

    /// Lets in so many at once from now on, and keeps to these declared limits; those inside stay.
    void tune(LaneCapacity newBounds, DeclaredLimits newLimits) {
        pacer.tune(this, newBounds, newLimits);
    }

    /// For how long in all nothing was sent, because the run was paused or the service down.
    long suspendedNanos() {
        return pacer.suspendedNanos();
    }

    /// The service could not be reached by a request of `row`; told before the request's end.
    Outage.Effect unreachable(DispatchGrant pass, long row, Outage.Failure failure) {
        return pacer.unreachable(pass, row, failure);
    }

    boolean isConnectProbe(DispatchGrant pass) {
        return pacer.isConnectProbe(pass);
    }

    void connected(DispatchGrant pass) {
        pacer.connected(pass);
    }

    /// How often the service went down so far.
    int outages() {
        return pacer.outages();
    }

    /// A reply came, or a part of one; told before the request's end.
    void reached() {
        pacer.reached();
    }

    void become(LaneCapacity newBounds, DeclaredLimits newLimits, long now) {
        fullNanos = fullNanos(now);
        bounds = newBounds;
        room = newBounds.at(endings);
        limits = newLimits;
        fullSince = now;
    }

    DeclaredLimits limits() {
        return limits;
    }

    LaneQueue queue() {
        return queue;
    }

    boolean hasRoom() {
        return inside < room;
    }

    void join(long now) {
        inside++;
        if (!hasRoom()) {
            fullSince = now;
        }
    }

    void leave(long now) {
        if (inside == 0) {
            throw new IllegalStateException("more requests ended in this lane than were let in");
        }
        fullNanos = fullNanos(now);
        inside--;
        ended++;
        fullSince = now; // after a change there may be more inside than there is room for
    }

    /// Has room from now on for those that end while a request is on its way, as they did for this one.
    void learn(DispatchGrant arrived, long now) {
        fullNanos = fullNanos(now);
        double news = ended - arrived.endedBefore() - endings;
        endings = Math.min(endings + news * NEWS, bounds.mostEndings());
        room = bounds.at(endings);
        fullSince = now;
    }

    /// How many requests have been let in so far.
    long letIn() {
        return ended + inside;
    }

    /// How many requests have ended so far.
    long ended() {
        return ended;
    }

    /// For how long the lane has been full in all.
    long fullNanos(long now) {
        return hasRoom() ? fullNanos : fullNanos + now - fullSince;
    }
}
