package dev.rowan.engine.pool;

import dev.rowan.api.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/// The pacers of a run, one per service and credential, so that transforms that share a key share its limit.
///
/// The transform that comes first determines the throttle. Bounds apply to all who share it: the strictest declared
/// limits, the longest minimum delay and the shortest maximum delay; if those two cross, the slower pace wins.
/// Shared state, guarded by `lock`: the map, `random`, `stopped`, `paused` and `landscapeDown`.
public final class Pacers {
    private final Time time;
    private final RandomGenerator.SplittableGenerator random;
    private final Duration downTimeout;
    private final LimitSharing sharing;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Pacer> pacers = new HashMap<>();
    private boolean stopped;
    private boolean paused;
    private boolean landscapeDown;

    /// A service, by its address, a credential, by its fingerprint, and a service tier; empty for the usual one.
    public record Key(String service, String credential, String tier) {}

    /// `downTimeout` is how long a service may be down before the run stops.
    public Pacers(Time time, RandomGenerator.SplittableGenerator random, Duration downTimeout) {
        this(time, random, downTimeout, LimitSharing.NONE);
    }

    /// The same, with limits shared with other processes.
    public Pacers(Time time, RandomGenerator.SplittableGenerator random, Duration downTimeout, LimitSharing sharing) {
        this.sharing = sharing;
        this.time = time;
        this.random = random;
        this.downTimeout = downTimeout;
    }

    public Pacer pacer(Key key, PoolConfig config) {
        lock.lock();
        try {
            Pacer pacer = pacers.computeIfAbsent(
                    key,
                    _ -> sharing.open(
                            key,
                            () -> config.newThrottle(random.split()),
                            throttle -> new Pacer(throttle, time, ThreadParker.on(time), downTimeout)));
            pacer.tighten(config.bounds());
            if (stopped) {
                pacer.stop();
            }
            if (paused || landscapeDown) {
                pacer.pause();
            }
            return pacer;
        } finally {
            lock.unlock();
        }
    }

    /// The current pace of each service, by address; several for one that is called with several credentials.
    public List<Map.Entry<String, PaceState>> states() {
        lock.lock();
        try {
            return pacers.entrySet().stream()
                    .sorted(Comparator.comparing(pacer -> pacer.getKey().service()))
                    .map(pacer ->
                            Map.entry(pacer.getKey().service(), pacer.getValue().state()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /// The outages, by address, that started or ended since the last call.
    public List<Map.Entry<String, Outage.Change>> takeOutageChanges() {
        lock.lock();
        try {
            return pacers.entrySet().stream()
                    .flatMap(pacer -> pacer.getValue().takeOutageChanges().stream()
                            .map(change -> Map.entry(pacer.getKey().service(), change)))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /// The end of the backoff of this row's requests; empty if there is none.
    public OptionalLong delayedUntil(long row) {
        lock.lock();
        try {
            return pacers.values().stream()
                    .flatMapToLong(pacer -> pacer.delayedUntil(row).stream())
                    .max();
        } finally {
            lock.unlock();
        }
    }

    /// Pauses all pacers, future ones included.
    public void pause() {
        lock.lock();
        try {
            paused = true;
            pacers.values().forEach(Pacer::pause);
        } finally {
            lock.unlock();
        }
    }

    /// Resumes all pacers.
    public void resume() {
        lock.lock();
        try {
            paused = false;
            resumeUnlessHeld();
        } finally {
            lock.unlock();
        }
    }

    /// Admits no request while the landscape cannot be reached, since none could be claimed. Like a pause, that
    /// time does not count as waiting for a service.
    public void landscapeDown(boolean isDown) {
        lock.lock();
        try {
            landscapeDown = isDown;
            if (isDown) {
                pacers.values().forEach(Pacer::pause);
            } else {
                resumeUnlessHeld();
            }
        } finally {
            lock.unlock();
        }
    }

    private void resumeUnlessHeld() {
        if (!paused && !landscapeDown) {
            pacers.values().forEach(Pacer::resume);
        }
    }

    /// Stops all pacers, future ones included.
    public void stop() {
        lock.lock();
        try {
            stopped = true;
            pacers.values().forEach(Pacer::stop);
        } finally {
            lock.unlock();
        }
    }
}
