package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.Dispatch;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request that waits in the pacer, and its thread.
///
/// `granted`, `expired` and `wakeAt` are written under the pacer's lock and read by the waiting thread without it.
final class PacerWaiter {
    private final PacerLane lane;
    private final PacerRequest request;
    private final long order;
    private final Thread thread;
    private final long joinedAt;
    private final long fullBefore;
    private final long suspendedBefore;
    private volatile @Nullable DispatchGrant granted;
    private volatile boolean expired;
    private volatile long wakeAt = ThreadParker.NEVER;

    PacerWaiter(PacerLane lane, PacerRequest request, long order, long joinedAt, long suspendedBefore) {
        this.suspendedBefore = suspendedBefore;
        this.lane = lane;
        this.request = request;
        this.order = order;
        this.thread = Thread.currentThread();
        this.joinedAt = joinedAt;
        this.fullBefore = lane.fullNanos(joinedAt);
    }

    PacerLane lane() {
        return lane;
    }

    long tokens() {
        return request.tokens();
    }

    /// The maximum tokens that it can use.
    long maxTokens() {
        return request.maxTokens();
    }

    long readyAt() {
        return request.readyAt();
    }

    long row() {
        return request.row();
    }

    boolean isRetry() {
        return request.retry();
    }

    /// How often it was admitted before.
    int attempts() {
        return request.attempts();
    }

    /// When it expires, in running time; never unless it has a budget.
    long expiresAt() {
        return request.expiresAt().orElse(ThreadParker.NEVER);
    }

    boolean mayExpire() {
        return request.expiresAt().isPresent();
    }

    boolean isExpired() {
        return expired;
    }

    void expire() {
        expired = true;
    }

    long order() {
        return order;
    }

    Thread thread() {
        return thread;
    }

    Optional<DispatchGrant> granted() {
        return Optional.ofNullable(granted);
    }

    /// Grants the dispatch. The time that its lane was full counts from when it was ready.
    void grant(Dispatch dispatch, long suspended) {
        long ready = dispatch.at() - Math.max(joinedAt, Math.min(readyAt(), dispatch.at()));
        long full = Math.min(lane.fullNanos(dispatch.at()) - fullBefore, ready);
        granted = new DispatchGrant(dispatch, full, suspendedBefore, suspended, lane.admitted(), lane.ended());
    }

    long wakeAt() {
        return wakeAt;
    }

    void wakeAt(long nanos) {
        wakeAt = nanos;
    }
}
