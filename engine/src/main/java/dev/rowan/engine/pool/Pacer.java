package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import dev.rowan.engine.throttle.Dispatch;
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

/// The only entrance to the wire of one service and credential: every request of every transform that uses them passes
/// here, one after the other, at the times that the throttle gives.
///
/// A request waits once, in here, and holds nothing while it does. Those that are ready go in the order in which they
/// became ready: a new request when it came, a retry when its own back-off ends, so a row in back-off is in nobody's
/// way. Only the first in line waits with a time; it is woken when that changes, and nothing polls. Time is monotonic,
/// so a clock that is set does not matter.
///
/// Shared state, guarded by `lock`, which is not held while waiting: the throttle, the lanes with their queues, the
/// number of the last dispatch and the leader.
public final class Pacer {
    private static final Comparator<Waiter> BY_TURN =
            Comparator.comparingLong(Waiter::readyAt).thenComparingLong(Waiter::order);

    private final Throttle throttle;
    private final Time time;
    private final Parking parking;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Lane> lanes = new ArrayList<>();
    private @Nullable Waiter leader;
    private long order;
    private long dispatches;
    private Duration peakDelay;

    public Pacer(Throttle throttle, Time time) {
        this(throttle, time, Parking.on(time));
    }

    Pacer(Throttle throttle, Time time, Parking parking) {
        this.throttle = throttle;
        this.time = time;
        this.parking = parking;
        this.peakDelay = throttle.delay();
    }

    /// A way in for one pool, through which at most `room` requests are let that have not ended yet.
    public Lane lane(int room) {
        lock.lock();
        try {
            var lane = new Lane(this, room, BY_TURN);
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

    public Duration peakDelay() {
        lock.lock();
        try {
            return peakDelay;
        } finally {
            lock.unlock();
        }
    }

    long nanos() {
        return time.nanos();
    }

    /// Waits for the turn of a request that is ready at `readyAt`.
    Dispatch enter(Lane lane, long tokens, long readyAt) throws InterruptedException {
        Waiter waiter = join(lane, tokens, readyAt);
        boolean left = false;
        try {
            while (true) {
                Optional<Dispatch> granted = waiter.granted();
                if (granted.isPresent()) {
                    left = true;
                    return granted.get();
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

    /// Tells the throttle how a request ended and makes room for the next.
    void ended(Lane lane, ThrottleEvent event) {
        lock.lock();
        try {
            lane.leave();
            throttle.on(event);
            Duration delay = throttle.delay();
            peakDelay = delay.compareTo(peakDelay) > 0 ? delay : peakDelay;
            grantDue();
        } finally {
            lock.unlock();
        }
    }

    private Waiter join(Lane lane, long tokens, long readyAt) {
        lock.lock();
        try {
            var waiter = new Waiter(lane, tokens, readyAt, order++, Thread.currentThread());
            lane.queue().add(waiter);
            grantDue();
            return waiter;
        } finally {
            lock.unlock();
        }
    }

    private void serve() {
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
            Optional<Dispatch> granted = waiter.granted();
            if (granted.isPresent()) {
                waiter.lane().leave();
                throttle.on(new ThrottleEvent.Failed(granted.get(), time.nanos()));
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
        while (true) {
            Waiter first = first();
            long wakeAt = first == null ? Parking.NEVER : Math.max(first.readyAt(), throttle.next(first.tokens()));
            long now = time.nanos();
            if (first == null || wakeAt > now) {
                lead(first, wakeAt);
                return;
            }
            first.lane().queue().poll();
            first.lane().join();
            var dispatch = new Dispatch(++dispatches, now, first.tokens());
            throttle.on(new ThrottleEvent.Dispatched(dispatch));
            first.grant(dispatch);
            LockSupport.unpark(first.thread());
        }
    }

    private @Nullable Waiter first() {
        Waiter first = null;
        for (Lane lane : lanes) {
            Waiter head = lane.hasRoom() ? lane.queue().peek() : null;
            if (head != null && (first == null || BY_TURN.compare(head, first) < 0)) {
                first = head;
            }
        }
        return first;
    }

    private void lead(@Nullable Waiter first, long wakeAt) {
        if (leader != null && leader != first) {
            leader.wakeAt(Parking.NEVER);
        }
        leader = first;
        if (first != null && first.wakeAt() != wakeAt) {
            boolean sooner = wakeAt < first.wakeAt();
            first.wakeAt(wakeAt);
            if (sooner) {
                LockSupport.unpark(first.thread());
            }
        }
    }
}
