package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.engine.throttle.ThrottleBounds;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The only entrance to the wire of one service and credential: every request of every transform that uses
/// them passes here, one after the other, at the times that the throttle gives.
///
/// A request waits once, in here, and holds nothing while it does. A row in back-off is in nobody's way; once its
/// back-off has ended it goes before all that were never sent ([LaneQueue]). Nothing polls. Time is monotonic, so a
/// clock that is set does not matter.
///
/// Shared state, guarded by `lock`, which is not held while waiting: the pace, whether the service is available, the
/// lanes with their queues, and whether it was stopped.
public final class Pacer {
    /// How long a service may be down unless the run says otherwise.
    static final Duration DEFAULT_DOWN_TIMEOUT = Duration.ofMinutes(10);

    private final Time time;
    private final ThreadParker parking;
    private final ReentrantLock lock = new ReentrantLock();
    private final PaceControl pace;
    private final Availability availability;
    private final DispatchQueue queue;
    private volatile boolean stopped;

    public Pacer(Throttle throttle, Time time) {
        this(throttle, time, ThreadParker.on(time), DEFAULT_DOWN_TIMEOUT);
    }

    /// `downTimeout` is how long a service may be down before the run stops.
    Pacer(Throttle throttle, Time time, Duration downTimeout) {
        this(throttle, time, ThreadParker.on(time), downTimeout);
    }

    Pacer(Throttle throttle, Time time, ThreadParker parking) {
        this(throttle, time, parking, DEFAULT_DOWN_TIMEOUT);
    }

    private Pacer(Throttle throttle, Time time, ThreadParker parking, Duration downTimeout) {
        this.time = time;
        this.parking = parking;
        this.pace = new PaceControl(throttle, time.nanos());
        this.availability = new Availability(downTimeout);
        this.queue = new DispatchQueue(pace, availability, time);
    }

    private <T> T locked(Supplier<T> look) {
        lock.lock();
        try {
            return look.get();
        } finally {
            lock.unlock();
        }
    }

    private void update(Runnable update) {
        lock.lock();
        try {
            update.run();
        } finally {
            lock.unlock();
        }
    }

    /// Updates something, and lets those through who may go then.
    private void updateAndGrant(Runnable update) {
        lock.lock();
        try {
            update.run();
            queue.grantDue();
        } finally {
            lock.unlock();
        }
    }

    /// A way in for one pool, through which at most `room` requests are let that have not ended yet.
    public PacerLane lane(int room) {
        return lane(LaneCapacity.fixed(room), DeclaredLimits.NONE);
    }

    /// The same with a room that is found between bounds, for a pool that declares `limits`.
    PacerLane lane(LaneCapacity room, DeclaredLimits limits) {
        var lane = new PacerLane(this, room, limits);
        update(() -> queue.add(lane));
        return lane;
    }

    /// The present delay between two dispatches.
    public Duration currentDelay() {
        return locked(pace::delay);
    }

    /// How fast it goes now, and why not faster.
    public PaceState state() {
        long now = time.nanos();
        return locked(() -> pace.state(now, availability.state(now)));
    }

    public Duration peakDelay() {
        return locked(pace::peakDelay);
    }

    /// Keeps to these bounds too, from the next request on; where they differ from those it has, the stricter
    /// holds.
    public void tighten(ThrottleBounds bounds) {
        updateAndGrant(() -> pace.tighten(bounds));
    }

    /// Gives a lane another room and other declared limits. The strictest that the lanes declare holds, so
    /// that this can loosen as well.
    void tune(PacerLane lane, LaneCapacity room, DeclaredLimits limits) {
        updateAndGrant(() -> {
            boolean same = limits.equals(lane.limits());
            lane.become(room, limits, time.nanos());
            if (!same) {
                pace.declare(queue.declared());
            }
        });
    }

    /// A request that was let in has come through to the wire, which tells what room its lane needs.
    void learn(PacerLane lane, DispatchGrant arrived) {
        updateAndGrant(() -> lane.learn(arrived, time.nanos()));
    }

    /// Lets nobody in until [#resume]; what was let in already and is not on the wire comes back here.
    public void pause() {
        update(() -> availability.pause(time.nanos()));
    }

    /// Lets requests in again after [#pause].
    public void resume() {
        updateAndGrant(() -> availability.unpause(time.nanos()));
    }

    /// Whether a request that was let in probes a service that is down, by a connection.
    boolean isConnectProbe(DispatchGrant pass) {
        return availability.isDown() && locked(() -> availability.isConnectProbe(pass));
    }

    /// The probe got a connection: requests go again.
    void connected(DispatchGrant pass) {
        updateAndGrant(() -> availability.connected(pass, time.nanos()));
    }

    /// The service could not be reached by a request of `row` that was let in; told before its end.
    Outage.Effect unreachable(DispatchGrant pass, long row, Outage.Failure failure) {
        return locked(() -> availability.unreachable(pass, row, failure, time.nanos()));
    }

    /// How often the service went down so far.
    int outages() {
        return locked(availability::outages);
    }

    /// When the service went down and came back since this was asked last.
    List<Outage.Change> takeOutageChanges() {
        return locked(availability::takeChanges);
    }

    /// A request that was let in got a reply, or a part of one; told before its end.
    void reached() {
        if (availability.isSuspected()) {
            update(() -> availability.reached(time.nanos()));
        }
    }

    /// For how long in all nothing was sent until now, because the run was paused or the service down.
    long suspendedNanos() {
        return locked(() -> availability.suspendedNanos(time.nanos()));
    }

    /// Lets nobody in from now on: all who wait and all who come get a [PacerStoppedException] at once.
    public void stop() {
        update(() -> {
            stopped = true;
            queue.stop();
        });
    }

    /// Throws when a request that was let in may not go all the same: the run stops, or the service asked to
    /// wait.
    void checkStillOpen(DispatchGrant pass) {
        if (stopped) {
            throw new PacerStoppedException();
        }
        if (availability.isPaused() || (availability.isDown() && !locked(() -> availability.admits(pass)))) {
            throw new PacerHeldException(Duration.ZERO);
        }
        Duration left = pace.heldFor(time.nanos());
        if (left.isPositive()) {
            throw new PacerHeldException(left);
        }
    }

    /// When a request of so many tokens may go, were it the first in line.
    long nextAt(long tokens) {
        return locked(() -> pace.next(tokens, tokens));
    }

    long nanos() {
        return time.nanos();
    }

    /// How many requests wait in a lane.
    int waiting(PacerLane lane) {
        return locked(() -> lane.queue().size());
    }

    /// The latest time until which a request of this row is in back-off; empty where none is.
    OptionalLong delayedUntil(long row) {
        long now = time.nanos();
        return locked(() -> queue.delayedUntil(row, now));
    }

    /// How many requests were let in through a lane so far.
    long letIn(PacerLane lane) {
        return locked(lane::letIn);
    }

    /// Waits for the turn of a request; throws [RetryExpiredException] when that does not come in time.
    DispatchGrant enter(PacerLane lane, PacerRequest request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        PacerWaiter waiter = locked(() -> {
            PacerWaiter joined = queue.join(lane, request);
            queue.grantDue();
            return joined;
        });
        boolean left = false;
        try {
            while (true) {
                Optional<DispatchGrant> granted = waiter.granted();
                if (granted.isPresent()) {
                    left = true;
                    return granted.get();
                }
                if (stopped) {
                    throw new PacerStoppedException();
                }
                if (waiter.isExpired()) {
                    throw new RetryExpiredException();
                }
                parking.parkUntil(waiter.mayExpire() ? locked(() -> queue.wakeAt(waiter)) : waiter.wakeAt());
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                updateAndGrant(() -> queue.expireIfDue(waiter));
            }
        } finally {
            if (!left) {
                abandon(waiter);
            }
        }
    }

    /// Lets in who is due.
    void serve() {
        update(queue::grantDue);
    }

    /// The service counted so many tokens for a request; its end, which follows, lets those in that fit now.
    void used(long number, long tokens) {
        if (pace.countsTokens()) {
            update(() -> pace.used(number, tokens));
        }
    }

    /// Tells the throttle how a request ended and makes room for the next.
    void ended(PacerLane lane, ThrottleEvent event) {
        updateAndGrant(() -> {
            lane.leave(event.at());
            availability.ended(event.request().number());
            pace.ended(event);
        });
    }

    /// Takes out a waiter whose thread gives up. A dispatch that it was given in the same moment is not used.
    private void abandon(PacerWaiter waiter) {
        updateAndGrant(() -> {
            Optional<Dispatch> granted = waiter.granted().map(DispatchGrant::dispatch);
            if (granted.isPresent()) {
                long now = time.nanos();
                waiter.lane().leave(now);
                availability.ended(granted.get().number());
                pace.abandoned(granted.get(), now);
            } else {
                waiter.lane().queue().remove(waiter);
            }
        });
    }
}
