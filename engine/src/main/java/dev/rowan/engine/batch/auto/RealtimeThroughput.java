package dev.rowan.engine.batch.auto;

import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// The realtime throughput of a node's calls: its pool size over the recent average latency, bounded by its
/// declared rate.
///
/// Thread-safe. Shared state: the mean, guarded by `lock`, and the calls in flight.
public final class RealtimeThroughput {
    /// The assumed latency of a call before the first measurement.
    private static final double USUAL_SECONDS = 5;

    /// The weight of the latest call in the mean.
    private static final double WEIGHT = 0.05;

    private final int pool;
    private final OptionalDouble maxPerSecond;
    private final AtomicLong ahead = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private int processes = 1;
    private double seconds = USUAL_SECONDS;
    private boolean seen;

    public RealtimeThroughput(int pool, OptionalDouble maxPerSecond) {
        this.pool = pool;
        this.maxPerSecond = maxPerSecond;
    }

    /// Adds calls that are sent in real time.
    public void started(long calls) {
        ahead.addAndGet(calls);
    }

    /// Records the end of a call after this long on the wire; 0 if it was not sent.
    public void ended(long wireNanos) {
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

    /// Takes over what other processes have measured: as many as `count` send, and their calls take so long.
    public void measured(int count, double meanSeconds) {
        lock.lock();
        try {
            processes = count;
            seconds = meanSeconds;
            seen = true;
        } finally {
            lock.unlock();
        }
    }

    /// The number of realtime calls in flight.
    public long ahead() {
        return Math.max(0, ahead.get());
    }

    /// In calls per second.
    public double pace() {
        lock.lock();
        try {
            double byPool = processes * pool / Math.max(seconds, 0.001);
            return maxPerSecond.isPresent() ? Math.min(byPool, maxPerSecond.getAsDouble()) : byPool;
        } finally {
            lock.unlock();
        }
    }
}
