package dev.rowan.engine.pool;

import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/// A thread-safe generator. Shared state, guarded by `lock`: the generator behind it.
final class LockedRandom implements RandomGenerator {
    private final ReentrantLock lock = new ReentrantLock();
    private final RandomGenerator random;

    LockedRandom(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public long nextLong() {
        lock.lock();
        try {
            return random.nextLong();
        } finally {
            lock.unlock();
        }
    }
}
