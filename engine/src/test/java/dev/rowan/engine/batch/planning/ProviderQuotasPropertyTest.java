package dev.rowan.engine.batch.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.engine.batch.QuotaReservation;
import dev.rowan.engine.batch.runtime.RushTime;
import dev.rowan.engine.call.ServiceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Jobs of random sizes compete for quota: the limit is never exceeded, and each job is admitted.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ProviderQuotasPropertyTest {
    private static final long LIMIT = 1_000;
    private static final int JOBS = 60;
    private static final ProviderQuotas.Key KEY =
            new ProviderQuotas.Key(new ServiceKey("https://fake.example", Optional.empty(), Optional.empty()), "m");

    @Test
    void neverExceedsTheLimitAndStarvesNoJob() throws Exception {
        for (long seed = 1; seed <= 40; seed++) {
            check(seed, LIMIT);
        }
    }

    /// The control: with twice the quota the check finds more than the limit.
    @Test
    void seesMoreThanTheLimit() throws Exception {
        long max = 0;
        for (long seed = 1; seed <= 5; seed++) {
            max = Math.max(max, maxAdmitted(seed, 2 * LIMIT));
        }
        assertThat(max).isGreaterThan(LIMIT);
    }

    private static void check(long seed, long limit) throws Exception {
        assertThat(maxAdmitted(seed, limit)).as("seed %s", seed).isLessThanOrEqualTo(limit);
    }

    /// The maximum tokens admitted at once; a job larger than the limit must be alone. No job is released
    /// before all are admitted or queued, and then one at a time, at random.
    private static long maxAdmitted(long seed, long limit) throws Exception {
        var random = new SplittableRandom(seed);
        var quotas = new ProviderQuotas(new RushTime());
        var inside = new ConcurrentHashMap<Integer, Semaphore>();
        var tokens = new AtomicLong();
        var max = new AtomicLong();
        try (var scope = CallScope.open("reservations")) {
            List<FutureTask<Boolean>> all = new ArrayList<>();
            for (int job = 1; job <= JOBS; job++) {
                int number = job;
                long wanted = random.nextInt(20) == 0 ? limit * 2 : random.nextLong(1, limit / 2);
                var limits = new ProviderQuotas.Limits(OptionalLong.of(limit), OptionalInt.of(5), OptionalInt.empty());
                QuotaReservation reservation =
                        quotas.reserve(new ProviderQuotas.Request(KEY, job, random.nextInt(3), wanted, limits, false));
                all.add(scope.fork(() -> {
                    var leave = new Semaphore(0);
                    reservation.acquire();
                    long now = tokens.addAndGet(wanted);
                    max.accumulateAndGet(now == wanted ? 0 : now, Math::max);
                    inside.put(number, leave);
                    assertThat(inside.size()).isLessThanOrEqualTo(5);
                    leave.acquire();
                    inside.remove(number);
                    tokens.addAndGet(-wanted);
                    reservation.release();
                    return true;
                }));
            }
            for (int left = JOBS; left > 0; left--) {
                while (inside.isEmpty() || inside.size() + quotas.waiting(KEY) < left) {
                    Thread.onSpinWait();
                }
                List<Integer> there = List.copyOf(inside.keySet());
                Integer chosen = there.get(random.nextInt(there.size()));
                Objects.requireNonNull(inside.get(chosen)).release();
                all.get(chosen - 1).get(60, TimeUnit.SECONDS);
            }
        }
        assertThat(quotas.tokens(KEY)).isZero();
        return max.get();
    }
}
