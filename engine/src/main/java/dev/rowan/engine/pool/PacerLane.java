package dev.rowan.engine.pool;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.util.Optional;

/// The queue of one pool in the pacer. It admits no more requests than the pool has capacity for, so that a full pool
/// neither piles up requests behind the pacer nor blocks the other pools.
///
/// Each request that [#enter] admitted ends with exactly one of [#succeeded], [#rateLimited] and [#failed]. The queue,
/// the counts and the capacity are guarded by the pacer's lock.
public final class PacerLane {
    /// One of so many requests is sampled, and has this weight in the average.
    private static final int SAMPLE_INTERVAL = 16;

    private static final double SAMPLE_WEIGHT = 1.0 / 32;

    private final Pacer pacer;
    private LaneCapacity bounds;
    private DeclaredLimits limits;
    private final LaneQueue queue = new LaneQueue();
    private int capacity;
    private int admittedNow;
    private long ended;
    private double endings;
    private long fullNanos;
    private long fullSince;

    PacerLane(Pacer pacer, LaneCapacity bounds, DeclaredLimits limits) {
        this.pacer = pacer;
        this.bounds = bounds;
        this.capacity = bounds.min();
        this.limits = limits;
    }

    /// Waits until a first attempt of so many tokens may be sent, not before `readyAt`, a monotonic time in
    /// nanoseconds.
    public DispatchGrant enter(long tokens, long readyAt) throws InterruptedException {
        return enter(PacerRequest.first(tokens, tokens, readyAt)).orElseThrow();
    }

    /// Waits until a request may go: retries whose backoff has ended before all first attempts. Empty if its retry
    /// budget expires first.
    public Optional<DispatchGrant> enter(PacerRequest request) throws InterruptedException {
        return pacer.enter(this, request);
    }

    /// The number of waiting requests.
    int waiting() {
        return pacer.waiting(this);
    }

    /// The service counted so many tokens for the request; called before its end.
    void used(DispatchGrant grant, long tokens) {
        pacer.used(grant.dispatch().number(), tokens);
    }

    /// The request can be sent as soon as the pool has a permit for it.
    void reachedWire(DispatchGrant grant) {
        if (grant.admittedBefore() % SAMPLE_INTERVAL == 0) {
            pacer.learn(this, grant);
        }
    }

    /// The request was answered.
    public void succeeded(DispatchGrant grant, RateHints hints) {
        pacer.ended(this, new ThrottleEvent.Succeeded(grant.dispatch(), pacer.nanos(), hints));
    }

    /// The request was rate-limited.
    public void rateLimited(DispatchGrant grant, RateHints hints) {
        pacer.ended(this, new ThrottleEvent.CapacityError(grant.dispatch(), pacer.nanos(), hints));
    }

    /// The request failed in another way, or was never sent.
    public void failed(DispatchGrant grant) {
        pacer.ended(this, new ThrottleEvent.Failed(grant.dispatch(), pacer.nanos()));
    }

    /// Changes the capacity and the declared limits; admitted requests stay.
    void tune(LaneCapacity newBounds, DeclaredLimits newLimits) {
        pacer.tune(this, newBounds, newLimits);
    }

    void become(LaneCapacity newBounds, DeclaredLimits newLimits, long now) {
        fullNanos = fullNanos(now);
        bounds = newBounds;
        capacity = newBounds.at(endings);
        limits = newLimits;
        fullSince = now;
    }

    DeclaredLimits limits() {
        return limits;
    }

    LaneQueue queue() {
        return queue;
    }

    /// How many more requests it may admit.
    int left() {
        return Math.max(0, capacity - admittedNow);
    }

    boolean hasCapacity() {
        return admittedNow < capacity;
    }

    void join(long now) {
        admittedNow++;
        if (!hasCapacity()) {
            fullSince = now;
        }
    }

    void leave(long now) {
        if (admittedNow == 0) {
            throw new IllegalStateException("more requests ended in this lane than were let in");
        }
        fullNanos = fullNanos(now);
        admittedNow--;
        ended++;
        fullSince = now; // after a change there may be more admittedNow than there is capacity for
    }

    /// Adapts the capacity to the number of requests that end while one is between pacer and wire, as measured by
    /// this one.
    void learn(DispatchGrant arrived, long now) {
        fullNanos = fullNanos(now);
        double news = ended - arrived.endedBefore() - endings;
        endings = Math.min(endings + news * SAMPLE_WEIGHT, bounds.maxEndings());
        capacity = bounds.at(endings);
        fullSince = now;
    }

    /// The number of requests admitted so far.
    long admitted() {
        return ended + admittedNow;
    }

    /// The number of requests ended so far.
    long ended() {
        return ended;
    }

    /// The total time in which the lane was full.
    long fullNanos(long now) {
        return hasCapacity() ? fullNanos : fullNanos + now - fullSince;
    }
}
