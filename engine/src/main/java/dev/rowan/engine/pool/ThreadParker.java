package dev.rowan.engine.pool;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import java.util.concurrent.locks.LockSupport;

/// Parks a thread until a monotonic time or until it is unparked; it may also wake spuriously.
@FunctionalInterface
interface ThreadParker {
    long NEVER = Long.MAX_VALUE;

    /// How often a clock other than the system's is polled, since it may run faster than threads sleep.
    long LOOK_NANOS = 1_000_000;

    void parkUntil(long nanos);

    static ThreadParker on(Time time) {
        long max = time instanceof SystemTime ? NEVER : LOOK_NANOS;
        return nanos -> {
            if (nanos == NEVER) {
                LockSupport.park();
            } else {
                LockSupport.parkNanos(Math.min(max, nanos - time.nanos()));
            }
        };
    }
}
