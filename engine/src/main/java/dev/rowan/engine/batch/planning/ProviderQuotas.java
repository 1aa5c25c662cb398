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

/// Room at the providers: how many tokens and jobs may be with one at once for an account and a model, and
/// how many batches an account may create in an hour.
///
/// Jobs that wait stand in one line for each account and model, by priority and then by age, and only the
/// first of the line may go in, so that none is overtaken for good. A job that alone is more than the limit
/// goes in alone. Shared state, guarded by `lock`: all lines and sums; it is not held while anyone talks to a
/// provider.
public final class ProviderQuotas {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Place, Pool> pools = new HashMap<>();
    private final Map<ServiceKey, Door> doors = new HashMap<>();

    public ProviderQuotas(Time time) {
        this.time = time;
    }

    /// What quotas are counted by.
    public record Place(ServiceKey account, String model) {}

    /// What may be there at once; what is empty is not limited.
    record Limits(OptionalLong tokens, OptionalInt jobs, OptionalInt createsPerHour) {}

    /// A job that wants in. `alone` says that it must not create a batch while another of the account does.
    public record Want(Place place, long job, int priority, long tokens, Limits limits, boolean alone) {}

    private static final class Pool {
        private final Map<Long, Long> inside = new HashMap<>();
        private final TreeSet<Want> line = new TreeSet<>(
                Comparator.comparingInt((Want want) -> -want.priority()).thenComparingLong(Want::job));
        private long learned = Long.MAX_VALUE;

        long tokens() {
            return inside.values().stream().mapToLong(Long::longValue).sum();
        }

        boolean fits(Want want) {
            long most = Math.min(learned, want.limits().tokens().orElse(Long.MAX_VALUE));
            return inside.isEmpty()
                    || (inside.size() < want.limits().jobs().orElse(Integer.MAX_VALUE)
                            && want.tokens() <= most - Math.min(most, tokens()));
        }
    }

    /// The creations of an account.
    private static final class Door {
        private final Deque<Instant> creates = new ArrayDeque<>();
        private final Semaphore one = new Semaphore(1, true);
    }

    public QuotaReservation room(Want want) {
        return new Held(want);
    }

    /// Counts a creation that is on record.
    public void created(ServiceKey account, Instant at) {
        lock.lock();
        try {
            if (at.plus(HOUR).isAfter(time.instant())) {
                door(account).creates.addLast(at);
            }
        } finally {
            lock.unlock();
        }
    }

    /// How many tokens are with the provider now.
    long tokens(Place place) {
        lock.lock();
        try {
            return pool(place).tokens();
        } finally {
            lock.unlock();
        }
    }

    /// How many jobs stand in line.
    int waiting(Place place) {
        lock.lock();
        try {
            return pool(place).line.size();
        } finally {
            lock.unlock();
        }
    }

    private Pool pool(Place place) {
        return pools.computeIfAbsent(place, _ -> new Pool());
    }

    private Door door(ServiceKey account) {
        return doors.computeIfAbsent(account, _ -> new Door());
    }

    /// When the account may create its next batch; that it does is counted when it may at once.
    private Duration untilCreate(Want want) {
        lock.lock();
        try {
            Deque<Instant> creates = door(want.place().account()).creates;
            Instant now = time.instant();
            while (!creates.isEmpty() && !creates.getFirst().plus(HOUR).isAfter(now)) {
                creates.removeFirst();
            }
            if (creates.size() < want.limits().createsPerHour().orElse(Integer.MAX_VALUE)) {
                creates.addLast(now);
                return Duration.ZERO;
            }
            return Duration.between(now, creates.getFirst().plus(HOUR));
        } finally {
            lock.unlock();
        }
    }

    /// One job's room.
    private final class Held implements QuotaReservation {
        private final Want want;

        Held(Want want) {
            this.want = want;
        }

        @Override
        public void take() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                Pool pool = pool(want.place());
                if (pool.inside.containsKey(want.job())) {
                    return;
                }
                pool.line.add(want);
                try {
                    while (!pool.line.first().equals(want) || !pool.fits(want)) {
                        changed.await();
                    }
                    pool.inside.put(want.job(), want.tokens());
                } finally {
                    pool.line.remove(want);
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
                pool(want.place()).inside.put(want.job(), want.tokens());
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void leave() {
            lock.lock();
            try {
                pool(want.place()).inside.remove(want.job());
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void wasTooMuch() {
            lock.lock();
            try {
                Pool pool = pool(want.place());
                pool.learned = Math.max(1, Math.min(pool.learned, pool.tokens()) / 2);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public Turn turn() throws InterruptedException {
            Semaphore one = one();
            if (want.alone()) {
                one.acquire();
            }
            boolean given = false;
            try {
                for (Duration wait = untilCreate(want); wait.isPositive(); wait = untilCreate(want)) {
                    time.sleep(wait);
                }
                given = true;
                return want.alone() ? one::release : () -> {};
            } finally {
                if (!given && want.alone()) {
                    one.release();
                }
            }
        }

        private Semaphore one() {
            lock.lock();
            try {
                return door(want.place().account()).one;
            } finally {
                lock.unlock();
            }
        }
    }
}
