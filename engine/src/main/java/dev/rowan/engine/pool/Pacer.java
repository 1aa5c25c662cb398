package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import dev.rowan.engine.throttle.Bounds;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.Limits;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The only entrance to the wire of one service and credential: every request of every transform that uses
/// them passes here, one after the other, at the times that the throttle gives.
///
/// A request waits once, in here, and holds nothing while it does. A row in back-off is in nobody's way; once its
/// back-off has ended it goes before all that were never sent ([LaneQueue]). Only the first in line waits with a
/// time; it is woken when that changes, and nothing polls. Time is monotonic, so a clock that is set does not
/// matter.
///
/// Shared state, guarded by `lock`, which is not held while waiting: the throttle, the tokens of the last
/// minute, the lanes with their queues, the number of the last dispatch, the last refusal, the leader, the outage,
/// and whether it is paused or was stopped.
public final class Pacer {
    /// How long a service may be down unless the run says otherwise.
    static final Duration DEFAULT_DOWN_TIMEOUT = Duration.ofMinutes(10);

    private final Throttle throttle;
    private final Time time;
    private final Parking parking;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Lane> lanes = new ArrayList<>();
    private final TokenMinute tokenMinute = new TokenMinute();
    private @Nullable Waiter leader;
    private long order;
    private long dispatches;
    private Duration peakDelay;
    private Limits declared = Limits.NONE;
    private PaceState.Cause cause = PaceState.Cause.NEVER_REFUSED;
    private long causedAt;
    private final Suspension suspension = new Suspension();
    private final Outage outage;
    private volatile boolean suspected;
    private volatile boolean stopped;
    private volatile long heldUntil = Long.MIN_VALUE;

    public Pacer(Throttle throttle, Time time) {
        this(throttle, time, Parking.on(time), DEFAULT_DOWN_TIMEOUT);
    }

    /// `downTimeout` is how long a service may be down before the run stops.
    Pacer(Throttle throttle, Time time, Duration downTimeout) {
        this(throttle, time, Parking.on(time), downTimeout);
    }

    Pacer(Throttle throttle, Time time, Parking parking) {
        this(throttle, time, parking, DEFAULT_DOWN_TIMEOUT);
    }

    private Pacer(Throttle throttle, Time time, Parking parking, Duration downTimeout) {
        this.outage = new Outage(downTimeout);
        this.throttle = throttle;
        this.time = time;
        this.parking = parking;
        this.peakDelay = throttle.delay();
        this.causedAt = time.nanos();
    }

    /// A way in for one pool, through which at most `room` requests are let that have not ended yet.
    public Lane lane(int room) {
        return lane(LaneRoom.fixed(room), Limits.NONE);
    }

    /// The same with a room that is found between bounds, for a pool that declares `limits`.
    Lane lane(LaneRoom room, Limits limits) {
        lock.lock();
        try {
            var lane = new Lane(this, room, limits);
            lanes.add(lane);
            return lane;
        } finally {
            lock.unlock();
        }
    }

    /// The present delay between two dispatches.
    public Duration currentDelay() {
        lock.lock();
        try {
            return throttle.delay();
        } finally {
            lock.unlock();
        }
    }

    /// How fast it goes now, and why not faster.
    public PaceState state() {
        lock.lock();
        try {
            long now = time.nanos();
            long held = heldUntil == Long.MIN_VALUE ? 0 : Math.max(0, heldUntil - now);
            return new PaceState(
                    throttle.delay(),
                    declared,
                    cause,
                    Duration.ofNanos(now - causedAt),
                    Duration.ofNanos(held),
                    outage.state(now));
        } finally {
            lock.unlock();
        }
    }

    public Duration peakDelay() {
        lock.lock();
        try {
            return peakDelay;
        } finally {
            lock.unlock();
        }
    }

    /// Keeps to these bounds too, from the next request on; where they differ from those it has, the stricter
    /// holds.
    public void tighten(Bounds bounds) {
        lock.lock();
        try {
            throttle.tighten(bounds);
            tokenMinute.tighten(bounds.limits().tokensPerMinute());
            declared = declared.tightened(bounds.limits());
            grantDue();
        } finally {
            lock.unlock();
        }
    }

    /// Gives a lane another room and other declared limits. The strictest that the lanes declare holds, so
    /// that this can loosen as well.
    void tune(Lane lane, LaneRoom room, Limits limits) {
        lock.lock();
        try {
            boolean same = limits.equals(lane.limits());
            lane.become(room, limits, time.nanos());
            if (!same) {
                declared = lanes.stream().map(Lane::limits).reduce(Limits.NONE, Limits::tightened);
                throttle.limit(declared);
                tokenMinute.limit(declared.tokensPerMinute());
            }
            grantDue();
        } finally {
            lock.unlock();
        }
    }

    /// A request that was let in has come through to the wire, which tells what room its lane needs.
    void learn(Lane lane, Pass arrived) {
        lock.lock();
        try {
            lane.learn(arrived, time.nanos());
            grantDue();
        } finally {
            lock.unlock();
        }
    }

    /// Lets nobody in until [#goOn]; what was let in already and is not on the wire comes back here.
    public void pause() {
        lock.lock();
        try {
            suspension.pause(time.nanos());
        } finally {
            lock.unlock();
        }
    }

    /// Lets requests in again after [#pause].
    public void goOn() {
        lock.lock();
        try {
            if (suspension.isPaused()) {
                outage.postpone(suspension.unpause(time.nanos()));
                grantDue();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Whether a request that was let in probes a service that is down, by a connection.
    boolean isConnectProbe(Pass pass) {
        if (!suspension.isDown()) {
            return false;
        }
        lock.lock();
        try {
            return outage.isConnectProbe(pass.dispatch().number());
        } finally {
            lock.unlock();
        }
    }

    /// The probe got a connection: requests go again.
    void connected(Pass pass) {
        lock.lock();
        try {
            long now = time.nanos();
            outage.connected(pass.dispatch().number(), now);
            suspension.down(outage.isDown(), now);
            grantDue();
        } finally {
            lock.unlock();
        }
    }

    /// The service could not be reached by a request of `row` that was let in; told before its end.
    Outage.Effect unreachable(Pass pass, long row, Outage.Failure failure) {
        lock.lock();
        try {
            long now = time.nanos();
            Outage.Effect effect = outage.failed(pass.dispatch().number(), row, failure, now);
            suspected = true;
            suspension.down(outage.isDown(), now);
            return effect;
        } finally {
            lock.unlock();
        }
    }

    /// How often the service went down so far.
    int outages() {
        lock.lock();
        try {
            return outage.outages();
        } finally {
            lock.unlock();
        }
    }

    /// When the service went down and came back since this was asked last.
    List<Outage.Change> takeOutageChanges() {
        lock.lock();
        try {
            return outage.takeChanges();
        } finally {
            lock.unlock();
        }
    }

    /// A request that was let in got a reply, or a part of one; told before its end.
    void reached() {
        if (!suspected) {
            return;
        }
        lock.lock();
        try {
            long now = time.nanos();
            outage.reached(now);
            suspected = false;
            suspension.down(false, now);
        } finally {
            lock.unlock();
        }
    }

    /// For how long in all nothing was sent until now, because the run was paused or the service down.
    long suspendedNanos() {
        lock.lock();
        try {
            return suspension.nanos(time.nanos());
        } finally {
            lock.unlock();
        }
    }

    /// Lets nobody in from now on: all who wait and all who come get a [PacerStopped] at once.
    public void stop() {
        lock.lock();
        try {
            stopped = true;
            lanes.forEach(lane -> lane.queue().forEach(waiter -> LockSupport.unpark(waiter.thread())));
        } finally {
            lock.unlock();
        }
    }

    /// Throws when a request that was let in may not go all the same: the run stops, or the service asked to
    /// wait.
    void checkStillOpen(Pass pass) {
        if (stopped) {
            throw new PacerStopped();
        }
        if (suspension.isPaused() || (suspension.isDown() && !isProbe(pass))) {
            throw new PacerHeld(Duration.ZERO);
        }
        long left = heldUntil - time.nanos();
        if (heldUntil != Long.MIN_VALUE && left > 0) {
            throw new PacerHeld(Duration.ofNanos(left));
        }
    }

    private boolean isProbe(Pass pass) {
        lock.lock();
        try {
            return !outage.isDown() || outage.isProbe(pass.dispatch().number());
        } finally {
            lock.unlock();
        }
    }

    /// When a request of so many tokens may go, were it the first in line.
    long nextAt(long tokens) {
        lock.lock();
        try {
            return Math.max(throttle.next(tokens), tokenMinute.next(tokens));
        } finally {
            lock.unlock();
        }
    }

    long nanos() {
        return time.nanos();
    }

    /// How many requests wait in a lane.
    int waiting(Lane lane) {
        lock.lock();
        try {
            return lane.queue().size();
        } finally {
            lock.unlock();
        }
    }

    /// How many requests were let in through a lane so far.
    long letIn(Lane lane) {
        lock.lock();
        try {
            return lane.letIn();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the turn of a request.
    Pass enter(Lane lane, Request request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiter waiter = join(lane, request);
        boolean left = false;
        try {
            while (true) {
                Optional<Pass> granted = waiter.granted();
                if (granted.isPresent()) {
                    left = true;
                    return granted.get();
                }
                if (stopped) {
                    throw new PacerStopped();
                }
                parking.parkUntil(waiter.wakeAt());
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                serve();
            }
        } finally {
            if (!left) {
                abandon(waiter);
            }
        }
    }

    /// The service counted so many tokens for a request; its end, which follows, lets those in that fit now.
    void used(long number, long tokens) {
        if (tokenMinute.isOff()) {
            return;
        }
        lock.lock();
        try {
            tokenMinute.used(number, tokens);
        } finally {
            lock.unlock();
        }
    }

    /// Tells the throttle how a request ended and makes room for the next.
    void ended(Lane lane, ThrottleEvent event) {
        lock.lock();
        try {
            lane.leave(event.at());
            outage.ended(event.request().number());
            throttle.on(event);
            heldUntil = throttle.heldUntil();
            if (event instanceof ThrottleEvent.CapacityError refusal) {
                boolean asked = refusal.hints().retryAfter().isPresent();
                cause = asked ? PaceState.Cause.ASKED_TO_WAIT : PaceState.Cause.REFUSED;
                causedAt = event.at();
            }
            Duration delay = throttle.delay();
            peakDelay = delay.compareTo(peakDelay) > 0 ? delay : peakDelay;
            grantDue();
        } finally {
            lock.unlock();
        }
    }

    private Waiter join(Lane lane, Request request) {
        lock.lock();
        try {
            long now = time.nanos();
            var waiter = new Waiter(lane, request, order++, now, suspension.nanos(now));
            lane.queue().add(waiter, now);
            grantDue();
            return waiter;
        } finally {
            lock.unlock();
        }
    }

    /// Lets in who is due.
    void serve() {
        lock.lock();
        try {
            grantDue();
        } finally {
            lock.unlock();
        }
    }

    /// Takes out a waiter whose thread gives up. A dispatch that it was given in the same moment is not used.
    private void abandon(Waiter waiter) {
        lock.lock();
        try {
            Optional<Pass> granted = waiter.granted();
            if (granted.isPresent()) {
                long now = time.nanos();
                waiter.lane().leave(now);
                outage.ended(granted.get().dispatch().number());
                throttle.on(new ThrottleEvent.Failed(granted.get().dispatch(), now));
                tokenMinute.used(granted.get().dispatch().number(), 0);
            } else {
                waiter.lane().queue().remove(waiter);
            }
            grantDue();
        } finally {
            lock.unlock();
        }
    }

    /// Lets through all whose time has come, and gives the first of the others its wake time.
    private void grantDue() {
        while (!stopped) {
            long now = time.nanos();
            Waiter first = suspension.isPaused() ? null : first(now);
            long wakeAt = first == null ? Parking.NEVER : dueAt(first);
            if (first == null || wakeAt > now) {
                lead(first, wakeAt);
                return;
            }
            first.lane().queue().remove(first);
            var dispatch = new Dispatch(++dispatches, now, first.tokens());
            if (outage.isDown()) {
                outage.probing(dispatch.number());
            }
            throttle.on(new ThrottleEvent.Dispatched(dispatch));
            tokenMinute.dispatched(dispatch.number(), now, first.most());
            first.grant(dispatch, suspension.nanos(now));
            first.lane().join(now);
            LockSupport.unpark(first.thread());
        }
    }

    /// When a request may go that is the first in line.
    private long dueAt(Waiter waiter) {
        if (outage.isDown()) {
            return Math.max(waiter.readyAt(), outage.probeAt());
        }
        return Math.max(waiter.readyAt(), Math.max(throttle.next(waiter.tokens()), tokenMinute.next(waiter.most())));
    }

    /// The one who goes next. While those that are ready wait for the throttle, a smaller request may become ready and
    /// be due before them.
    private @Nullable Waiter first(long now) {
        boolean probe = outage.isDown() && outage.probeAt() <= now;
        Waiter ready = null;
        Waiter delayed = null;
        for (Lane lane : lanes) {
            if (lane.hasRoom()) {
                LaneQueue queue = lane.queue();
                Waiter head = probe ? queue.firstProbe(now) : queue.firstReady(now);
                ready = sooner(ready, head, probe ? LaneQueue.BY_FEWEST_ATTEMPTS : LaneQueue.BY_PRIORITY);
                delayed = sooner(delayed, queue.firstDelayed(), LaneQueue.BY_READY_TIME);
            }
        }
        if (ready == null || delayed == null) {
            return ready == null ? delayed : ready;
        }
        long dueAt = dueAt(ready);
        return dueAt <= now || dueAt <= dueAt(delayed) ? ready : delayed;
    }

    private static @Nullable Waiter sooner(@Nullable Waiter one, @Nullable Waiter other, Comparator<Waiter> order) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return order.compare(other, one) < 0 ? other : one;
    }

    private void lead(@Nullable Waiter first, long wakeAt) {
        if (leader != null && leader != first) {
            leader.wakeAt(Parking.NEVER);
        }
        leader = first;
        if (first != null && first.wakeAt() != wakeAt) {
            boolean sooner = wakeAt < first.wakeAt();
            first.wakeAt(wakeAt);
            if (sooner && !first.thread().equals(Thread.currentThread())) { // it is about to read the time itself
                LockSupport.unpark(first.thread());
            }
        }
    }
}
