package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.Dispatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The requests that wait for one service, by lane: which goes next, and when. Only the first in the queue
/// waits with a timeout (it is woken when that changes), and retries until their budget ends. Guarded by the
/// pacer's lock.
final class DispatchQueue {
    private final PaceControl pace;
    private final Availability availability;
    private final Time time;
    private final List<PacerLane> lanes = new ArrayList<>();
    private @Nullable PacerWaiter leader;
    private long order;
    private long dispatches;
    private boolean stopped;
    private boolean expiryPostponed;

    DispatchQueue(PaceControl pace, Availability availability, Time time) {
        this.pace = pace;
        this.availability = availability;
        this.time = time;
    }

    void add(PacerLane lane) {
        lanes.add(lane);
    }

    /// The strictest limits that the lanes declare.
    DeclaredLimits declared() {
        return lanes.stream().map(PacerLane::limits).reduce(DeclaredLimits.NONE, DeclaredLimits::tightened);
    }

    /// How many requests are ready and have capacity in their lanes.
    int backlog(long now) {
        return availability.isSuspended()
                ? 0
                : lanes.stream()
                        .mapToInt(lane -> Math.min(lane.queue().ready(now), lane.left()))
                        .sum();
    }

    /// Adds a request of the calling thread.
    PacerWaiter join(PacerLane lane, PacerRequest request) {
        long now = time.nanos();
        var waiter = new PacerWaiter(lane, request, order++, now, availability.suspendedNanos(now));
        lane.queue().add(waiter, now);
        return waiter;
    }

    /// The end of the backoff of this row's requests; empty if there is none.
    OptionalLong delayedUntil(long row, long now) {
        return lanes.stream()
                .flatMapToLong(lane -> lane.queue().delayedUntil(row))
                .filter(until -> until > now)
                .max();
    }

    /// Admits nothing any more and wakes all waiters.
    void stop() {
        stopped = true;
        lanes.forEach(lane -> lane.queue().forEach(waiter -> LockSupport.unpark(waiter.thread())));
    }

    /// Admits all requests that are due, and sets the wake time of the first of the others.
    void grantDue() {
        if (expiryPostponed && !availability.isSuspended()) {
            expiryPostponed = false;
            wakeExpiring();
        }
        while (!stopped) {
            long now = time.nanos();
            PacerWaiter first = availability.isPaused() ? null : first(now);
            if (first != null && expireIfDue(first, now)) {
                continue;
            }
            long wakeAt = first == null ? ThreadParker.NEVER : dueAt(first);
            if (first == null || wakeAt > now) {
                lead(first, wakeAt);
                return;
            }
            grant(first, now);
        }
    }

    /// When a waiter that may expire must wake. Time in which nothing is sent does not count, so that it wakes
    /// after a suspension.
    long wakeAt(PacerWaiter waiter) {
        if (availability.isSuspended()) {
            expiryPostponed = true;
            return waiter.wakeAt();
        }
        return Math.min(waiter.wakeAt(), waiter.expiresAt() + availability.suspendedNanos(time.nanos()));
    }

    /// Expires a waiter whose budget has ended.
    void expireIfDue(PacerWaiter waiter) {
        if (waiter.granted().isEmpty()) {
            expireIfDue(waiter, time.nanos());
        }
    }

    private boolean expireIfDue(PacerWaiter waiter, long now) {
        if (now - availability.suspendedNanos(now) < waiter.expiresAt()) {
            return false;
        }
        waiter.lane().queue().remove(waiter);
        waiter.expire();
        LockSupport.unpark(waiter.thread());
        return true;
    }

    private void wakeExpiring() {
        lanes.forEach(lane -> lane.queue().forEach(waiter -> {
            if (waiter.mayExpire()) {
                LockSupport.unpark(waiter.thread());
            }
        }));
    }

    private void grant(PacerWaiter first, long now) {
        first.lane().queue().remove(first);
        var dispatch = new Dispatch(++dispatches, now, first.tokens());
        availability.dispatched(dispatch.number());
        pace.dispatched(dispatch, first.maxTokens());
        first.grant(dispatch, availability.suspendedNanos(now));
        first.lane().join(now);
        LockSupport.unpark(first.thread());
    }

    /// When the first request of the queue may be sent.
    private long dueAt(PacerWaiter waiter) {
        return Math.max(
                waiter.readyAt(),
                availability.isDown() ? availability.probeAt() : pace.next(waiter.tokens(), waiter.maxTokens()));
    }

    /// The next request. While ready ones wait for the throttle, a smaller request may become ready and be due
    /// before them.
    private @Nullable PacerWaiter first(long now) {
        boolean probe = availability.isProbeDue(now);
        PacerWaiter ready = null;
        PacerWaiter delayed = null;
        for (PacerLane lane : lanes) {
            if (lane.hasCapacity()) {
                LaneQueue queue = lane.queue();
                PacerWaiter head = probe ? queue.firstProbe(now) : queue.firstReady(now);
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

    private static @Nullable PacerWaiter sooner(
            @Nullable PacerWaiter one, @Nullable PacerWaiter other, Comparator<PacerWaiter> order) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return order.compare(other, one) < 0 ? other : one;
    }

    private void lead(@Nullable PacerWaiter first, long wakeAt) {
        if (leader != null && leader != first) {
            leader.wakeAt(ThreadParker.NEVER);
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
