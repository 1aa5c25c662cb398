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

/// Jobs of random sizes that want room at once: never more than the limit is there, and each gets in.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ProviderQuotasPropertyTest {
    private static final long LIMIT = 1_000;
    private static final int JOBS = 60;
    private static final ProviderQuotas.Place PLACE =
            new ProviderQuotas.Place(new ServiceKey("https://fake.example", Optional.empty()), "m");

    @Test
    void neverLetsMoreInThanTheLimitAndStarvesNobody() throws Exception {
        for (long seed = 1; seed <= 40; seed++) {
            check(seed, LIMIT);
        }
    }

    /// The control: with twice the room the check sees more than the limit.
    @Test
    void seesMoreThanTheLimit() throws Exception {
        long most = 0;
        for (long seed = 1; seed <= 5; seed++) {
            most = Math.max(most, most(seed, 2 * LIMIT));
        }
        assertThat(most).isGreaterThan(LIMIT);
    }

    private static void check(long seed, long limit) throws Exception {
        assertThat(most(seed, limit)).as("seed %s", seed).isLessThanOrEqualTo(limit);
    }

    /// The most tokens that were inside at once; a job that is larger than the limit must be alone. Nobody leaves
    /// before all are inside or in line, and then one at a time, by chance.
    private static long most(long seed, long limit) throws Exception {
        var random = new SplittableRandom(seed);
        var reservations = new ProviderQuotas(new RushTime());
        var inside = new ConcurrentHashMap<Integer, Semaphore>();
        var tokens = new AtomicLong();
        var most = new AtomicLong();
        try (var scope = CallScope.open("reservations")) {
            List<FutureTask<Boolean>> all = new ArrayList<>();
            for (int job = 1; job <= JOBS; job++) {
                int number = job;
                long wanted = random.nextInt(20) == 0 ? limit * 2 : random.nextLong(1, limit / 2);
                var limits = new ProviderQuotas.Limits(OptionalLong.of(limit), OptionalInt.of(5), OptionalInt.empty());
                QuotaReservation room = reservations.room(
                        new ProviderQuotas.Want(PLACE, job, random.nextInt(3), wanted, limits, false));
                all.add(scope.fork(() -> {
                    var leave = new Semaphore(0);
                    room.take();
                    long now = tokens.addAndGet(wanted);
                    most.accumulateAndGet(now == wanted ? 0 : now, Math::max);
                    inside.put(number, leave);
                    assertThat(inside.size()).isLessThanOrEqualTo(5);
                    leave.acquire();
                    inside.remove(number);
                    tokens.addAndGet(-wanted);
                    room.leave();
                    return true;
                }));
            }
            for (int left = JOBS; left > 0; left--) {
                while (inside.isEmpty() || inside.size() + reservations.waiting(PLACE) < left) {
                    Thread.onSpinWait();
                }
                List<Integer> there = List.copyOf(inside.keySet());
                Integer chosen = there.get(random.nextInt(there.size()));
                Objects.requireNonNull(inside.get(chosen)).release();
                all.get(chosen - 1).get(60, TimeUnit.SECONDS);
            }
        }
        assertThat(reservations.tokens(PLACE)).isZero();
        return most.get();
    }
}
