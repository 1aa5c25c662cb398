package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.Row;
import dev.rowan.api.call.RateHints;
import dev.rowan.engine.pool.PooledResult.Outcome;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The end of a retry budget of 60 s, wherever a refused task waits at that time.
@Timeout(120)
class RetryBudgetTest {
    private static final int SIZE = 4;
    private static final Duration BUDGET = Duration.ofSeconds(60);
    private static final RateHints IN_FIVE_MINUTES = new RateHints(Optional.of(Duration.ofMinutes(5)), List.of());

    private final SteppedTime time = new SteppedTime();
    private final PoolConfig config = new PoolConfig(
            SIZE,
            Duration.ZERO,
            Duration.ofSeconds(5),
            2,
            Duration.ofMillis(50),
            BUDGET,
            PoolConfig.Law.AIMD,
            DeclaredLimits.NONE);
    private final Pacer pacer =
            new Pacer(config.newThrottle(new SplittableRandom(1)), time, time, Pacer.DEFAULT_DOWN_TIMEOUT);
    private final PooledExecutor pool = new PooledExecutor(config, pacer, time, new SplittableRandom(1));

    @Test
    void endsTheTaskInThePacer() throws Exception {
        try (var scope = CallScope.open("budget-test")) {
            FutureTask<PooledResult<String>> result = scope.fork(() -> pool.execute(context(0), (_, _) -> {
                throw new CapacityException(429, IN_FIVE_MINUTES);
            }));
            stepUntilDone(result);

            assertGivenUp(result.get());
            assertThat(result.get().attempts()).isEqualTo(1);
            assertThat(result.get().waits().pacerNanos()).isGreaterThanOrEqualTo(BUDGET.toNanos());
        }
    }

    @Test
    void doesNotCountAPause() throws Exception {
        try (var scope = CallScope.open("budget-test")) {
            FutureTask<PooledResult<String>> result = scope.fork(() -> pool.execute(context(0), (_, _) -> {
                throw new CapacityException(429, IN_FIVE_MINUTES);
            }));
            time.awaitParked(1);
            pacer.pause();
            time.advance(Duration.ofMinutes(10));
            pacer.resume();
            stepUntilDone(result);

            assertGivenUp(result.get());
            assertThat(time.nanos())
                    .isGreaterThanOrEqualTo(Duration.ofMinutes(11).toNanos());
        }
    }

    @Test
    void endsATaskThatGetsNoPermit() throws Exception {
        var onWire = new CountDownLatch(SIZE);
        var release = new CountDownLatch(1);
        try (var scope = CallScope.open("budget-test")) {
            var slow = new ArrayList<FutureTask<PooledResult<String>>>();
            for (int i = 0; i < SIZE; i++) {
                RowContext context = context(i);
                slow.add(scope.fork(() -> pool.execute(
                        context,
                        (_, attempt) -> attempt.onWire(() -> {
                            onWire.countDown();
                            awaitQuietly(release);
                            return "slow";
                        }))));
            }
            onWire.await();
            FutureTask<PooledResult<String>> result = scope.fork(() -> pool.execute(context(SIZE), (_, attempt) -> {
                if (attempt.number() == 1) {
                    throw new CapacityException(429, RateHints.none());
                }
                return attempt.onWire(() -> "sent");
            }));
            time.awaitParked(1);
            while (!result.isDone()) {
                time.advance(Duration.ofMillis(50));
                Thread.onSpinWait();
            }
            release.countDown();

            assertThat(result.get().outcome()).isInstanceOf(Outcome.RateLimited.class);
            for (FutureTask<PooledResult<String>> answered : slow) {
                assertThat(answered.get().outcome()).isEqualTo(new Outcome.Done<>("slow"));
            }
        }
    }

    /// Another kind of failure has its own policy, and the row does not end for lack of capacity then.
    @Test
    void doesNotEndATaskWhoseLastAttemptWasNotRefused() throws Exception {
        try (var scope = CallScope.open("budget-test")) {
            FutureTask<PooledResult<String>> result = scope.fork(() -> pool.execute(context(0), (_, attempt) -> {
                if (attempt.number() == 1) {
                    throw new CapacityException(429, RateHints.none());
                }
                if (attempt.number() == 2) {
                    throw new RetryException(Duration.ofMinutes(5));
                }
                return "sent";
            }));
            stepUntilDone(result);

            assertThat(result.get().outcome()).isEqualTo(new Outcome.Done<>("sent"));
        }
    }

    private static void assertGivenUp(PooledResult<String> result) {
        assertThat(result.outcome()).isInstanceOfSatisfying(Outcome.RateLimited.class, noRoom -> {
            assertThat(noRoom.elapsed()).isBetween(BUDGET, BUDGET.plusSeconds(1));
            assertThat(noRoom.limit()).isEqualTo(BUDGET);
            assertThat(noRoom.lastStatus()).isEqualTo(429);
        });
    }

    private void stepUntilDone(FutureTask<?> task) {
        while (!task.isDone()) {
            if (time.isAwaited()) {
                time.advance(Duration.ofMillis(50));
            }
            Thread.onSpinWait();
        }
    }

    private static RowContext context(int index) {
        return new RowContext(Row.of("n", index), "s" + index, index);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
