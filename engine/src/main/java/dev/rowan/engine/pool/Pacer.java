package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import dev.rowan.engine.stop.RowAbandonedException;
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

/// The only entrance to the wire of one service and credential: every request of every transform that uses them
/// passes here, one after the other, at the times that the throttle grants.
///
/// A request waits once, in here, and holds nothing meanwhile. A row in backoff blocks no other; once its backoff
/// has ended it goes before all first attempts ([LaneQueue]). Nothing polls. Time is monotonic.
///
/// Shared state, guarded by `lock`, which is not held while waiting: the pace, whether the service is available,
/// the lanes with their queues, and whether it was stopped.
public final class Pacer {
    /// The default time that a service may be down.
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

    Pacer(Throttle throttle, Time time, ThreadParker parking, Duration downTimeout) {
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

    /// Applies an update, then admits requests that are due.
    private void updateAndGrant(Runnable update) {
        lock.lock();
        try {
            update.run();
            queue.grantDue();
        } finally {
            lock.unlock();
        }
    }

    /// Exchanges reports and quotas with other processes under the lock, then admits requests that are due.
    public <T> T exchange(Supplier<T> exchange) {
        lock.lock();
        try {
            T result = exchange.get();
            queue.grantDue();
            return result;
        } finally {
            lock.unlock();
        }
    }

    /// How many requests could be dispatched now.
    public int backlog() {
        return locked(() -> queue.backlog(time.nanos()));
    }

    /// A lane for one pool, which admits at most `capacity` requests that have not ended yet.
    public PacerLane lane(int capacity) {
        return lane(LaneCapacity.fixed(capacity), DeclaredLimits.NONE);
    }

    /// The same with a capacity between bounds, for a pool that declares `limits`.
    PacerLane lane(LaneCapacity capacity, DeclaredLimits limits) {
        var lane = new PacerLane(this, capacity, limits);
        update(() -> queue.add(lane));
        return lane;
    }

    /// The current delay between two dispatches.
    public Duration currentDelay() {
        return locked(pace::delay);
    }

    /// The current pace, and why it is not faster.
    public PaceState state() {
        long now = time.nanos();
        return locked(() -> pace.state(now, availability.state(now)));
    }

    public Duration peakDelay() {
        return locked(pace::peakDelay);
    }

    /// Adds these bounds, from the next request on; the stricter apply.
    public void tighten(ThrottleBounds bounds) {
        updateAndGrant(() -> pace.tighten(bounds));
    }

    /// Changes the capacity and the declared limits of a lane. The strictest limits of all lanes apply, so this can
    /// also loosen them.
    void tune(PacerLane lane, LaneCapacity capacity, DeclaredLimits limits) {
        updateAndGrant(() -> {
            boolean same = limits.equals(lane.limits());
            lane.become(capacity, limits, time.nanos());
            if (!same) {
                pace.declare(queue.declared());
            }
        });
    }

    /// An admitted request has reached the wire, which shows what capacity its lane needs.
    void learn(PacerLane lane, DispatchGrant arrived) {
        updateAndGrant(() -> lane.learn(arrived, time.nanos()));
    }

    /// Admits nothing until [#resume]; admitted requests that are not on the wire return here.
    public void pause() {
        update(() -> availability.pause(time.nanos()));
    }

    /// Admits requests again after [#pause].
    public void resume() {
        updateAndGrant(() -> availability.unpause(time.nanos()));
    }

    /// Whether an admitted request probes a service that is down, by a connection.
    boolean isConnectProbe(DispatchGrant grant) {
        return availability.isDown() && locked(() -> availability.isConnectProbe(grant));
    }

    /// The probe got a connection: requests are sent again.
    void connected(DispatchGrant grant) {
        updateAndGrant(() -> availability.connected(grant, time.nanos()));
    }

    /// An admitted request of `row` could not reach the service; called before its end.
    Outage.Effect unreachable(DispatchGrant grant, long row, Outage.Failure failure) {
        return locked(() -> availability.unreachable(grant, row, failure, time.nanos()));
    }

    /// The number of outages so far.
    int outages() {
        return locked(availability::outages);
    }

    /// The outages that started or ended since the last call.
    List<Outage.Change> takeOutageChanges() {
        return locked(availability::takeChanges);
    }

    /// An admitted request got a reply, or a part of one; called before its end.
    void reached() {
        if (availability.isSuspected()) {
            update(() -> availability.reached(time.nanos()));
        }
    }

    /// The total time in which nothing was sent, because the run was paused or the service down.
    long suspendedNanos() {
        return locked(() -> availability.suspendedNanos(time.nanos()));
    }

    /// Admits nothing from now on: all callers get a [RowAbandonedException] immediately.
    public void stop() {
        update(() -> {
            stopped = true;
            queue.stop();
        });
    }

    /// Throws if a granted request must not be sent after all: [RowAbandonedException] if the run stops,
    /// [RetryException] if the service asked to wait meanwhile.
    void checkStillOpen(DispatchGrant grant) throws RetryException {
        if (stopped) {
            throw new RowAbandonedException();
        }
        if (availability.isPaused() || (availability.isDown() && !locked(() -> availability.admits(grant)))) {
            throw RetryException.notSent(Duration.ZERO);
        }
        Duration left = pace.heldFor(time.nanos());
        if (left.isPositive()) {
            throw RetryException.notSent(left);
        }
    }

    /// When a request of this many tokens could be sent if it were the first in the queue.
    long nextAt(long tokens) {
        return locked(() -> pace.next(tokens, tokens));
    }

    long nanos() {
        return time.nanos();
    }

    /// The number of requests that wait in a lane.
    int waiting(PacerLane lane) {
        return locked(() -> lane.queue().size());
    }

    /// The end of the backoff of this row's requests; empty if there is none.
    OptionalLong delayedUntil(long row) {
        long now = time.nanos();
        return locked(() -> queue.delayedUntil(row, now));
    }

    /// The number of requests admitted through a lane so far.
    long admitted(PacerLane lane) {
        return locked(lane::admitted);
    }

    /// Waits for the turn of a request; empty if its retry budget expires first.
    Optional<DispatchGrant> enter(PacerLane lane, PacerRequest request) throws InterruptedException {
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
                    return granted;
                }
                if (stopped) {
                    throw new RowAbandonedException();
                }
                if (waiter.isExpired()) {
                    return Optional.empty();
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

    /// Admits requests that are due.
    void serve() {
        update(queue::grantDue);
    }

    /// The service counted so many tokens for a request; its end, which follows, admits those that fit now.
    void used(long number, long tokens) {
        if (pace.countsTokens()) {
            update(() -> pace.used(number, tokens));
        }
    }

    /// Reports the end of a request to the throttle and frees its slot.
    void ended(PacerLane lane, ThrottleEvent event) {
        updateAndGrant(() -> {
            lane.leave(event.at());
            availability.ended(event.request().number());
            pace.ended(event);
        });
    }

    /// Removes a waiter whose thread gives up. A dispatch granted in the same moment is not used.
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
