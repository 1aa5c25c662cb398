package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/// The pacers of a run, one for each service and credential, so that transforms that share a key share its limit.
///
/// The transform that asks first gives the pacer its throttle. Shared state, guarded by `lock`: the map and `random`.
public final class Pacers {
    private final Time time;
    private final RandomGenerator.SplittableGenerator random;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Pacer> pacers = new HashMap<>();

    /// A service, by its address, and a credential, by its fingerprint.
    public record Key(String service, String credential) {}

    /// `random` is split, so that each throttle has a chance of its own.
    public Pacers(Time time, RandomGenerator.SplittableGenerator random) {
        this.time = time;
        this.random = random;
    }

    public Pacer pacer(Key key, PoolConfig config) {
        lock.lock();
        try {
            return pacers.computeIfAbsent(key, _ -> new Pacer(config.newThrottle(random.split()), time));
        } finally {
            lock.unlock();
        }
    }
}
