package dev.rowan.engine.quota;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.engine.pool.LimitSharing;
import dev.rowan.engine.pool.Pacer;
import dev.rowan.engine.pool.Pacers;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.LimitStore;
import dev.rowan.landscape.LimitStore.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Shares the limits of a run with the other processes on its landscape: every 250 ms, and at once when a request was
/// refused or another process notifies.
///
/// If the landscape cannot be reached, quotas run out after a second, nothing is sent, and the exchange continues when
/// it can be reached again. One thread owns the store and the limits. Shared state, guarded by `lock`: the limits that
/// are new, and whether it is closed.
public final class QuotaCoordinator implements LimitSharing, AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(250);
    /// The longest time until a refusal is reported, and the shortest between two exchanges.
    private static final Duration NOTICE = Duration.ofMillis(50);

    private static final Duration GAP = Duration.ofMillis(20);

    private final Supplier<LimitStore> stores;
    private final String member;
    private final Time time;
    private final RandomGenerator.SplittableGenerator random;
    private final Consumer<Throwable> failed;
    private final CallScope scope = CallScope.open("rowan-limits");
    private final FutureTask<Void> running;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<SharedLimit> added = new ArrayList<>();
    private final List<SharedLimit> limits = new ArrayList<>();
    private boolean closed;

    /// `stores` connect to the landscape; `member` is unique among all processes; `failed` is notified of a defect,
    /// after
    /// which nothing is sent any more.
    public QuotaCoordinator(
            Supplier<LimitStore> stores,
            String member,
            Time time,
            RandomGenerator.SplittableGenerator random,
            Consumer<Throwable> failed) {
        this.stores = stores;
        this.member = member;
        this.time = time;
        this.random = random;
        this.failed = failed;
        this.running = scope.fork(this::run);
    }

    @Override
    public Pacer open(Pacers.Key key, Supplier<Throttle> laws, Function<Throttle, Pacer> pacers) {
        return locked(() -> {
            var throttle = new QuotaThrottle(member, laws, time::nanos, random.split());
            Pacer pacer = pacers.apply(throttle);
            added.add(new SharedLimit(new Pool(key.service(), key.credential(), key.tier()), member, throttle, pacer));
            changed.signal();
            return pacer;
        });
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    private Void run() throws InterruptedException {
        try {
            while (!isClosed()) {
                try (LimitStore store = stores.get()) {
                    serve(store);
                } catch (LandscapeUnreachableException _) {
                    await(TICK);
                }
            }
        } catch (RuntimeException | Error defect) {
            failed.accept(defect);
        }
        return null;
    }

    private void serve(LimitStore store) throws InterruptedException {
        while (!isClosed()) {
            limits.addAll(takeAdded());
            long now = time.nanos();
            for (SharedLimit limit : limits) {
                limit.exchange(store, time.nanos());
            }
            awaitNext(store, now);
        }
        limits.forEach(limit -> limit.leave(store));
    }

    /// Waits for the next tick, or until there is news.
    private void awaitNext(LimitStore store, long last) throws InterruptedException {
        if (limits.stream().noneMatch(SharedLimit::isShared)) {
            await(TICK);
            return;
        }
        time.sleep(GAP);
        while (!isClosed() && locked(added::isEmpty)) {
            Duration left = TICK.minusNanos(time.nanos() - last);
            if (!left.isPositive()
                    || store.await(left.compareTo(NOTICE) < 0 ? left : NOTICE)
                    || limits.stream().anyMatch(SharedLimit::hasNews)) {
                return;
            }
        }
    }

    private void await(Duration most) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.NANOSECONDS.convert(most);
            while (left > 0 && !closed && added.isEmpty()) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private List<SharedLimit> takeAdded() {
        return locked(() -> {
            var taken = List.copyOf(added);
            added.clear();
            return taken;
        });
    }

    private boolean isClosed() {
        return locked(() -> closed);
    }

    /// Leaves the limits to the others.
    @Override
    public void close() {
        boolean _ = locked(() -> {
            closed = true;
            changed.signal();
            return true;
        });
        boolean interrupted = false;
        while (!running.isDone()) {
            try {
                running.get();
            } catch (InterruptedException _) {
                interrupted = true;
            } catch (ExecutionException defect) {
                throw new IllegalStateException("the exchange of limits let an exception pass", defect);
            }
        }
        scope.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
