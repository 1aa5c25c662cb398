package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.Dispatch;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request that waits in the pacer, and the thread that waits for it.
///
/// `granted` and `wakeAt` are written under the pacer's lock and read by the waiting thread without it.
final class Waiter {
    private final Lane lane;
    private final long tokens;
    private final long readyAt;
    private final long order;
    private final Thread thread;
    private volatile @Nullable Dispatch granted;
    private volatile long wakeAt = Parking.NEVER;

    Waiter(Lane lane, long tokens, long readyAt, long order, Thread thread) {
        this.lane = lane;
        this.tokens = tokens;
        this.readyAt = readyAt;
        this.order = order;
        this.thread = thread;
    }

    Lane lane() {
        return lane;
    }

    long tokens() {
        return tokens;
    }

    long readyAt() {
        return readyAt;
    }

    long order() {
        return order;
    }

    Thread thread() {
        return thread;
    }

    Optional<Dispatch> granted() {
        return Optional.ofNullable(granted);
    }

    void grant(Dispatch dispatch) {
        granted = dispatch;
    }

    long wakeAt() {
        return wakeAt;
    }

    void wakeAt(long nanos) {
        wakeAt = nanos;
    }
}
