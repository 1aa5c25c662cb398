package dev.rowan.engine.batch.planning;

import dev.rowan.api.Time;
import dev.rowan.engine.batch.QuotaReservation;
import dev.rowan.engine.call.ServiceKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The quotas of providers: concurrent tokens and jobs per account and model, and batches created per account
/// and hour.
///
/// Waiting jobs queue per account and model, by priority and then by age, and only the first may be admitted,
/// so that none starves. A job that exceeds the quota by itself is admitted alone. Shared state, guarded by
/// `lock`: all queues and sums; it is not held while calling a provider.
public final class ProviderQuotas {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Key, Pool> pools = new HashMap<>();
    private final Map<ServiceKey, Creations> creations = new HashMap<>();

    public ProviderQuotas(Time time) {
        this.time = time;
    }

    /// The key of a quota.
    public record Key(ServiceKey account, String model) {}

    /// The quotas; empty ones are unlimited.
    record Limits(OptionalLong tokens, OptionalInt jobs, OptionalInt createsPerHour) {}

    /// A job that waits for admission. `alone` means that it must not create a batch while another job of the
    /// account does.
    public record Request(Key key, long job, int priority, long tokens, Limits limits, boolean alone) {}

    private static final class Pool {
        private final Map<Long, Long> inside = new HashMap<>();
        private final TreeSet<Request> queue =
                new TreeSet<>(Comparator.comparingInt((Request request) -> -request.priority())
                        .thenComparingLong(Request::job));
        private long learned = Long.MAX_VALUE;

        long tokens() {
            return inside.values().stream().mapToLong(Long::longValue).sum();
        }

        boolean fits(Request request) {
            long max = Math.min(learned, request.limits().tokens().orElse(Long.MAX_VALUE));
            return inside.isEmpty()
                    || (inside.size() < request.limits().jobs().orElse(Integer.MAX_VALUE)
                            && request.tokens() <= max - Math.min(max, tokens()));
        }
    }

    /// The batch creations of an account.
    private static final class Creations {
        private final Deque<Instant> creates = new ArrayDeque<>();
        private final Semaphore one = new Semaphore(1, true);
    }

    public QuotaReservation reserve(Request request) {
        return new Reservation(request);
    }

    /// Counts a recorded creation.
    public void created(ServiceKey account, Instant at) {
        lock.lock();
        try {
            if (at.plus(HOUR).isAfter(time.instant())) {
                creations(account).creates.addLast(at);
            }
        } finally {
            lock.unlock();
        }
    }

    /// The tokens at the provider now.
    long tokens(Key key) {
        lock.lock();
        try {
            return pool(key).tokens();
        } finally {
            lock.unlock();
        }
    }

    /// The number of waiting jobs.
    int waiting(Key key) {
        lock.lock();
        try {
            return pool(key).queue.size();
        } finally {
            lock.unlock();
        }
    }

    private Pool pool(Key key) {
        return pools.computeIfAbsent(key, _ -> new Pool());
    }

    private Creations creations(ServiceKey account) {
        return creations.computeIfAbsent(account, _ -> new Creations());
    }

    /// When the account may create its next batch; counted immediately if it may now.
    private Duration untilCreate(Request request) {
        lock.lock();
        try {
            Deque<Instant> creates = creations(request.key().account()).creates;
            Instant now = time.instant();
            while (!creates.isEmpty() && !creates.getFirst().plus(HOUR).isAfter(now)) {
                creates.removeFirst();
            }
            if (creates.size() < request.limits().createsPerHour().orElse(Integer.MAX_VALUE)) {
                creates.addLast(now);
                return Duration.ZERO;
            }
            return Duration.between(now, creates.getFirst().plus(HOUR));
        } finally {
            lock.unlock();
        }
    }

    /// The reservation of one job.
    private final class Reservation implements QuotaReservation {
        private final Request request;

        Reservation(Request request) {
            this.request = request;
        }

        @Override
        public void acquire() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                Pool pool = pool(request.key());
                if (pool.inside.containsKey(request.job())) {
                    return;
                }
                pool.queue.add(request);
                try {
                    while (!pool.queue.first().equals(request) || !pool.fits(request)) {
                        changed.await();
                    }
                    pool.inside.put(request.job(), request.tokens());
                } finally {
                    pool.queue.remove(request);
                    changed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void occupy() {
            lock.lock();
            try {
                pool(request.key()).inside.put(request.job(), request.tokens());
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void release() {
            lock.lock();
            try {
                pool(request.key()).inside.remove(request.job());
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void reduce() {
            lock.lock();
            try {
                Pool pool = pool(request.key());
                pool.learned = Math.max(1, Math.min(pool.learned, pool.tokens()) / 2);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public Turn turn() throws InterruptedException {
            Semaphore one = one();
            if (request.alone()) {
                one.acquire();
            }
            boolean given = false;
            try {
                for (Duration wait = untilCreate(request); wait.isPositive(); wait = untilCreate(request)) {
                    time.sleep(wait);
                }
                given = true;
                return request.alone() ? one::release : () -> {};
            } finally {
                if (!given && request.alone()) {
                    one.release();
                }
            }
        }

        private Semaphore one() {
            lock.lock();
            try {
                return creations(request.key().account()).one;
            } finally {
                lock.unlock();
            }
        }
    }
}
