package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import java.util.concurrent.locks.LockSupport;

/// How a thread waits: until a monotonic time, or until it is unparked; it may also wake for no reason.
@FunctionalInterface
interface Parking {
    /// The time that never comes.
    long NEVER = Long.MAX_VALUE;

    void parkUntil(long nanos);

    static Parking on(Time time) {
        return nanos -> {
            if (nanos == NEVER) {
                LockSupport.park();
            } else {
                LockSupport.parkNanos(nanos - time.nanos());
            }
        };
    }
}
