package dev.rowan.engine.pool;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The requests that wait in one lane: delayed ones by time, ready ones by priority.
///
/// A retry whose backoff has ended goes before every first attempt, and retries go in row order: otherwise a row
/// that was rate-limited once waits behind the whole backlog, and with `order: input` all rows after it wait with it.
/// First attempts go in order of arrival. Guarded by the pacer's lock.
final class LaneQueue {
    /// The order in which requests become ready.
    static final Comparator<PacerWaiter> BY_READY_TIME = LaneQueue::compareDelayed;

    /// The order of ready requests, also between lanes.
    static final Comparator<PacerWaiter> BY_PRIORITY = LaneQueue::compareReady;

    /// The order in which requests probe a service that is down, also between lanes: the one sent least often
    /// first, so that it is not always the same row.
    static final Comparator<PacerWaiter> BY_FEWEST_ATTEMPTS = Comparator.comparingInt(PacerWaiter::attempts)
            .thenComparingLong(PacerWaiter::row)
            .thenComparingLong(PacerWaiter::order);

    private final PriorityQueue<PacerWaiter> delayed = new PriorityQueue<>(BY_READY_TIME);
    private final PriorityQueue<PacerWaiter> retries = new PriorityQueue<>(BY_PRIORITY);
    private final PriorityQueue<PacerWaiter> firsts = new PriorityQueue<>(BY_PRIORITY);

    private static int compareDelayed(PacerWaiter one, PacerWaiter other) {
        int first = Long.compare(one.readyAt(), other.readyAt());
        return first == 0 ? Long.compare(one.order(), other.order()) : first;
    }

    private static int compareReady(PacerWaiter one, PacerWaiter other) {
        if (one.isRetry() != other.isRetry()) {
            return one.isRetry() ? -1 : 1;
        }
        int first = one.isRetry() ? Long.compare(one.row(), other.row()) : 0;
        return first == 0 ? compareDelayed(one, other) : first;
    }

    void add(PacerWaiter waiter, long now) {
        (waiter.readyAt() <= now ? ready(waiter) : delayed).add(waiter);
    }

    void remove(PacerWaiter waiter) {
        if (!ready(waiter).remove(waiter)) {
            delayed.remove(waiter);
        }
    }

    private PriorityQueue<PacerWaiter> ready(PacerWaiter waiter) {
        return waiter.isRetry() ? retries : firsts;
    }

    /// The first of the requests that are ready at `now`.
    @Nullable
    PacerWaiter firstReady(long now) {
        promote(now);
        return retries.isEmpty() ? firsts.peek() : retries.peek();
    }

    /// The request that probes a service that is down: a first attempt if there is one, else the one sent least
    /// often. Linear in the number of retries.
    @Nullable
    PacerWaiter firstProbe(long now) {
        promote(now);
        return firsts.isEmpty() ? retries.stream().min(BY_FEWEST_ATTEMPTS).orElse(null) : firsts.peek();
    }

    private void promote(long now) {
        while (!delayed.isEmpty() && delayed.element().readyAt() <= now) {
            PacerWaiter due = delayed.remove();
            ready(due).add(due);
        }
    }

    /// The next request to become ready.
    @Nullable
    PacerWaiter firstDelayed() {
        return delayed.peek();
    }

    /// When the delayed requests of a row become ready. Linear in the number of delayed requests.
    LongStream delayedUntil(long row) {
        return delayed.stream().filter(waiter -> waiter.row() == row).mapToLong(PacerWaiter::readyAt);
    }

    /// How many requests are ready at `now`.
    int ready(long now) {
        promote(now);
        return retries.size() + firsts.size();
    }

    int size() {
        return retries.size() + firsts.size() + delayed.size();
    }

    void forEach(Consumer<PacerWaiter> action) {
        retries.forEach(action);
        firsts.forEach(action);
        delayed.forEach(action);
    }
}
