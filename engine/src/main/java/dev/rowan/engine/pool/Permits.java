package dev.rowan.engine.pool;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The permits of one pool for the wire. Their number may change while they are in use: reducing it interrupts
/// nothing, later requests just wait until enough are released.
///
/// Thread-safe; only one thread at a time may resize.
final class Permits {
    private final Resizable permits;
    private int size;

    Permits(int size) {
        this.permits = new Resizable(size);
        this.size = size;
    }

    private static final class Resizable extends Semaphore {
        private static final long serialVersionUID = 1;

        Resizable(int size) {
            super(size, true);
        }

        void fewer(int permits) {
            reducePermits(permits);
        }
    }

    void acquire() throws InterruptedException {
        permits.acquire();
    }

    /// Acquires a permit, or gives up at `until`, a monotonic time in nanoseconds of `time`.
    boolean acquire(Time time, long until) throws InterruptedException {
        long max = time instanceof SystemTime ? ThreadParker.NEVER : ThreadParker.LOOK_NANOS;
        while (true) {
            long left = until - time.nanos();
            if (permits.tryAcquire(Math.clamp(left, 0, max), TimeUnit.NANOSECONDS)) {
                return true;
            }
            if (left <= 0) {
                return false;
            }
        }
    }

    void release() {
        permits.release();
    }

    void resize(int newSize) {
        if (newSize > size) {
            permits.release(newSize - size);
        } else if (newSize < size) {
            permits.fewer(size - newSize);
        }
        size = newSize;
    }
}
