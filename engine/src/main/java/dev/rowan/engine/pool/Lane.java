package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.RateAdvice;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.util.Comparator;
import java.util.PriorityQueue;

/// A pool's way into the pacer. It lets in no more requests than the pool has room for, so that a full pool neither
/// piles up requests behind the pacer nor holds back the other pools.
///
/// Each request that [#enter] let in ends with exactly one of [#succeeded], [#refused] and [#failed]. The queue and the
/// count inside are guarded by the pacer's lock.
public final class Lane {
    private final Pacer pacer;
    private final int room;
    private final PriorityQueue<Waiter> queue;
    private int inside;

    Lane(Pacer pacer, int room, Comparator<Waiter> byTurn) {
        if (room < 1) {
            throw new IllegalArgumentException("a lane needs room for at least one request, got " + room);
        }
        this.pacer = pacer;
        this.room = room;
        this.queue = new PriorityQueue<>(byTurn);
    }

    /// Waits until a request of so many tokens may go. It goes in turn with others by `readyAt`, a monotonic time in
    /// nanoseconds: now for a first attempt, the end of its back-off for a retry.
    public Dispatch enter(long tokens, long readyAt) throws InterruptedException {
        return pacer.enter(this, tokens, readyAt);
    }

    /// The request was answered.
    public void succeeded(Dispatch request, RateAdvice advice) {
        pacer.ended(this, new ThrottleEvent.Succeeded(request, pacer.nanos(), advice));
    }

    /// The service had no room for the request.
    public void refused(Dispatch request, RateAdvice advice) {
        pacer.ended(this, new ThrottleEvent.CapacityError(request, pacer.nanos(), advice));
    }

    /// The request failed in another way, or was never sent.
    public void failed(Dispatch request) {
        pacer.ended(this, new ThrottleEvent.Failed(request, pacer.nanos()));
    }

    PriorityQueue<Waiter> queue() {
        return queue;
    }

    boolean hasRoom() {
        return inside < room;
    }

    void join() {
        inside++;
    }

    void leave() {
        if (inside == 0) {
            throw new IllegalStateException("more requests ended in this lane than were let in");
        }
        inside--;
    }
}
