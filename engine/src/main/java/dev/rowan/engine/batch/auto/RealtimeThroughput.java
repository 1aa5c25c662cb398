package dev.rowan.engine.batch.auto;

import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// How fast the calls of a node go in real time, as far as they were seen: as many at once as its pool has,
/// each as long on the wire as the latest ones, and no more in a second than its settings allow.
///
/// Any thread may tell. Shared state: the mean under `lock`, and the calls that are on their way.
public final class RealtimeThroughput {
    /// What a call to a model is taken for until one was seen.
    private static final double USUAL_SECONDS = 5;

    /// How much of the mean the latest call makes.
    private static final double WEIGHT = 0.05;

    private final int pool;
    private final OptionalDouble mostPerSecond;
    private final AtomicLong ahead = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private double seconds = USUAL_SECONDS;
    private boolean seen;

    public RealtimeThroughput(int pool, OptionalDouble mostPerSecond) {
        this.pool = pool;
        this.mostPerSecond = mostPerSecond;
    }

    /// So many calls are to go out in real time.
    public void begins(long calls) {
        ahead.addAndGet(calls);
    }

    /// A call has its end, after so long on the wire; 0 when it never was there.
    public void ends(long wireNanos) {
        ahead.decrementAndGet();
        if (wireNanos > 0) {
            lock.lock();
            try {
                double took = wireNanos / 1e9;
                seconds = seen ? seconds + WEIGHT * (took - seconds) : took;
                seen = true;
            } finally {
                lock.unlock();
            }
        }
    }

    /// How many calls are on their way in real time.
    public long ahead() {
        return Math.max(0, ahead.get());
    }

    /// Calls in a second.
    public double pace() {
        lock.lock();
        try {
            double byPool = pool / Math.max(seconds, 0.001);
            return mostPerSecond.isPresent() ? Math.min(byPool, mostPerSecond.getAsDouble()) : byPool;
        } finally {
            lock.unlock();
        }
    }
}
