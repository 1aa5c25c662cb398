package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.api.Row;
import dev.rowan.api.call.RateHints;
import dev.rowan.engine.pool.PooledResult.Outcome;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PooledExecutorTest {
    private final SteppedTime time = new SteppedTime();
    private final Pacer pacer = new Pacer(
            config(4, DeclaredLimits.NONE).newThrottle(new SplittableRandom(1)),
            time,
            time,
            Pacer.DEFAULT_DOWN_TIMEOUT);
    private final PooledExecutor pool = pool(4);

    @Test
    void givesTheResultOfTheFirstAttemptThatReturns() throws Exception {
        var result = pool.execute(context(0), (context, attempt) -> context.stateId() + "#" + attempt.number());

        assertThat(result.outcome()).isEqualTo(new Outcome.Done<>("s0#1"));
        assertThat(result.attempts()).isEqualTo(1);
    }

    @Test
    void anEmptyBatchGivesAnEmptyList() throws Exception {
        assertThat(pool.executeBatch(List.of(), (_, _) -> "never")).isEmpty();
    }

    @Test
    void aBatchGivesItsResultsInSubmissionOrderWhenTheyEndInReverse() throws Exception {
        List<CountDownLatch> after = latches(5);
        after.get(4).countDown();

        var results = pool.executeBatch(contexts(5), (context, _) -> {
            after.get(context.rowIndex()).await();
            if (context.rowIndex() > 0) {
                after.get(context.rowIndex() - 1).countDown();
            }
            return context.stateId();
        });

        assertThat(results).extracting(PooledResult::outcome).containsExactlyElementsOf(done("s", 5));
        assertThat(results).extracting(PooledResult::submitIndex).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(results).extracting(PooledResult::completeIndex).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void neverPutsMoreOnTheWireThanItsSizeAndReachesIt() throws Exception {
        var onWire = new AtomicInteger();
        var max = new AtomicInteger();
        var full = new CountDownLatch(4);

        pool.executeBatch(
                contexts(12),
                (_, attempt) -> attempt.onWire(() -> {
                    max.accumulateAndGet(onWire.incrementAndGet(), Math::max);
                    full.countDown();
                    awaitQuietly(full);
                    return onWire.decrementAndGet();
                }));

        assertThat(max).hasValue(4);
        assertThat(pool.statistics().peakInFlight()).isEqualTo(4);
        assertThat(pool.statistics().successes()).isEqualTo(12);
    }

    @Test
    void retriesARateLimitedTaskAfterItsBackoff() throws Exception {
        try (var scope = CallScope.open("pool-test")) {
            FutureTask<PooledResult<String>> result = scope.fork(() -> pool.execute(context(0), (_, attempt) -> {
                if (attempt.number() < 3) {
                    throw new CapacityException(429, RateHints.none());
                }
                return "in";
            }));
            stepUntilDone(result, Duration.ofMillis(50));

            assertThat(result.get().outcome()).isEqualTo(new Outcome.Done<>("in"));
            assertThat(result.get().attempts()).isEqualTo(3);
            assertThat(pool.statistics().capacityRetries()).isEqualTo(2);
            assertThat(result.get().waits().pacerNanos()).isBetween(375_000_000L, 900_000_000L);
        }
    }

    @Test
    void givesUpWithElapsedLimitAndLastStatusWhenTheBudgetIsSpent() throws Exception {
        try (var scope = CallScope.open("pool-test")) {
            FutureTask<PooledResult<String>> result = scope.fork(() -> pool.execute(context(0), (_, attempt) -> {
                throw new CapacityException(attempt.number() == 1 ? 429 : 529, RateHints.none());
            }));
            stepUntilDone(result, Duration.ofSeconds(1));

            assertThat(result.get().outcome()).isInstanceOfSatisfying(Outcome.RateLimited.class, noRoom -> {
                assertThat(noRoom.elapsed()).isGreaterThanOrEqualTo(Duration.ofSeconds(60));
                assertThat(noRoom.limit()).isEqualTo(Duration.ofSeconds(60));
                assertThat(noRoom.lastStatus()).isEqualTo(529);
            });
        }
    }

    @Test
    void retriesAfterTheDelayWithoutSlowingTheThrottle() throws Exception {
        try (var scope = CallScope.open("pool-test")) {
            FutureTask<PooledResult<Long>> result = scope.fork(() -> pool.execute(context(0), (_, attempt) -> {
                if (attempt.number() == 1) {
                    throw new RetryException(Duration.ofSeconds(7));
                }
                return time.nanos();
            }));
            stepUntilDone(result, Duration.ofSeconds(1));

            assertThat(result.get().outcome())
                    .isEqualTo(new Outcome.Done<>(Duration.ofSeconds(7).toNanos()));
            assertThat(pool.statistics().peakDelay()).isZero();
            assertThat(pool.statistics().capacityRetries()).isZero();
        }
    }

    @Test
    void aDefectOfOneTaskInterruptsTheOthersAndIsThrown() {
        var never = new CountDownLatch(1);
        var waiting = new CountDownLatch(2);

        assertThatThrownBy(() -> pool.executeBatch(contexts(3), (context, _) -> {
                    if (context.rowIndex() == 1) {
                        waiting.await();
                        throw new IllegalStateException("broken");
                    }
                    waiting.countDown();
                    never.await();
                    return "never";
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken")
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).isEmpty());
    }

    @Test
    void furtherDefectsAreSuppressedOntoTheFirst() {
        var both = new CountDownLatch(2);

        assertThatThrownBy(() -> pool.executeBatch(contexts(2), (context, _) -> {
                    both.countDown();
                    awaitQuietly(both);
                    throw new IllegalStateException("broken " + context.rowIndex());
                }))
                .isInstanceOf(IllegalStateException.class)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));
    }

    @Test
    void aRowInBackoffHoldsNoPermitAndNoSlot() throws Exception {
        PooledExecutor single = pool(1);
        try (var scope = CallScope.open("pool-test")) {
            var refused = new CountDownLatch(4);
            var late = new ArrayList<FutureTask<?>>();
            for (int i = 0; i < 4; i++) {
                RowContext context = context(i);
                late.add(scope.fork(() -> single.execute(context, (_, attempt) -> {
                    if (attempt.number() == 1) {
                        refused.countDown();
                        throw new RetryException(Duration.ofSeconds(30));
                    }
                    return "late";
                })));
            }
            refused.await();

            for (int i = 0; i < 100; i++) {
                var healthy = single.execute(context(i), (_, attempt) -> attempt.onWire(() -> "healthy"));
                assertThat(healthy.outcome()).isEqualTo(new Outcome.Done<>("healthy"));
            }

            assertThat(time.nanos()).isZero();
            assertThat(late).noneMatch(FutureTask::isDone);
        }
    }

    @Test
    void rowsThatAreRefusedTogetherSlowTheThrottleOnce() throws Exception {
        var out = new CountDownLatch(4);
        try (var scope = CallScope.open("pool-test")) {
            FutureTask<List<PooledResult<String>>> batch =
                    scope.fork(() -> pool.executeBatch(contexts(4), (_, attempt) -> {
                        if (attempt.number() == 1) {
                            attempt.onWire(() -> {
                                out.countDown();
                                awaitQuietly(out);
                                return 429;
                            });
                            throw new CapacityException(429, RateHints.none());
                        }
                        return "in";
                    }));
            stepUntilDone(batch, Duration.ofMillis(10));

            assertThat(batch.get()).hasSize(4);
            assertThat(pool.statistics().capacityRetries()).isEqualTo(4);
            assertThat(pool.statistics().peakDelay()).isEqualTo(Duration.ofMillis(50));
        }
    }

    @Test
    void releasesThePermitBeforeRecordingTheAnswer() throws Exception {
        var recording = new CountDownLatch(4);
        var release = new CountDownLatch(1);
        try (var scope = CallScope.open("pool-test")) {
            FutureTask<List<PooledResult<String>>> slow =
                    scope.fork(() -> pool.executeBatch(contexts(4), (_, attempt) -> {
                        String answer = attempt.onWire(() -> "answer");
                        recording.countDown();
                        release.await();
                        return answer;
                    }));
            recording.await();

            var other = pool.execute(context(9), (_, attempt) -> attempt.onWire(() -> "other"));

            assertThat(other.outcome()).isEqualTo(new Outcome.Done<>("other"));
            release.countDown();
            assertThat(slow.get()).hasSize(4);
        }
    }

    @Test
    void aStoppedPacerSendsNothingMore() throws Exception {
        try (var scope = CallScope.open("pool-test")) {
            FutureTask<PooledResult<String>> waiting = scope.fork(() -> pool.execute(context(0), (_, _) -> {
                throw new CapacityException(429, RateHints.none());
            }));
            time.awaitParked(1);

            pacer.stop();

            assertThatThrownBy(waiting::get).hasCauseInstanceOf(RowAbandonedException.class);
            assertThatThrownBy(() -> pool.execute(context(1), (_, _) -> "never"))
                    .isInstanceOf(RowAbandonedException.class);
            assertThatThrownBy(() -> pool.executeBatch(contexts(3), (_, _) -> "never"))
                    .isInstanceOf(RowAbandonedException.class);
        }
    }

    @Test
    void interruptingTheCallerInterruptsEveryTaskOfItsBatch() throws Exception {
        var begun = new CountDownLatch(3);
        var ended = new CountDownLatch(3);
        var never = new CountDownLatch(1);
        try (var scope = CallScope.open("pool-test")) {
            FutureTask<List<PooledResult<String>>> batch = scope.fork(() -> pool.executeBatch(contexts(3), (_, _) -> {
                begun.countDown();
                try {
                    never.await();
                } finally {
                    ended.countDown();
                }
                return "never";
            }));
            begun.await();

            scope.interrupt();

            assertThatThrownBy(batch::get).hasCauseInstanceOf(InterruptedException.class);
            ended.await();
        }
    }

    @Test
    void measuresWaitsAndTimeOnTheWire() throws Exception {
        PooledExecutor single = pool(1);
        var onWire = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        try (var scope = CallScope.open("pool-test")) {
            FutureTask<PooledResult<String>> first = scope.fork(() -> single.execute(context(0), (_, attempt) -> {
                return attempt.onWire(() -> {
                    onWire.countDown();
                    awaitQuietly(release);
                    return "first";
                });
            }));
            onWire.await();
            FutureTask<PooledResult<String>> second =
                    scope.fork(() -> single.execute(context(1), (_, attempt) -> attempt.onWire(() -> "second")));
            time.awaitParked(1);
            time.advance(Duration.ofMillis(30));
            release.countDown();

            assertThat(first.get().waits()).isEqualTo(new PooledResult.Waits(0, 0, 0, 30_000_000));
            assertThat(second.get().waits()).isEqualTo(new PooledResult.Waits(30_000_000, 0, 0, 0));
            assertThat(second.get().submitIndex()).isEqualTo(1);
            assertThat(second.get().completeIndex()).isEqualTo(1);
        }
    }

    @Test
    void passesTheExpectedTokensToTheThrottle() throws Exception {
        var config = config(2, new DeclaredLimits(Optional.empty(), Optional.of(60_000L)));
        var bounded = new Pacer(config.newThrottle(new SplittableRandom(1)), time, time, Pacer.DEFAULT_DOWN_TIMEOUT);
        var declared = new PooledExecutor(config, bounded, time, new SplittableRandom(1));
        PooledTask<Long> task = (_, _) -> time.nanos();
        declared.execute(context(0), task.ofTokens(5_000));
        try (var scope = CallScope.open("pool-test")) {
            FutureTask<PooledResult<Long>> second = scope.fork(() -> declared.execute(context(1), task.ofTokens(1)));
            stepUntilDone(second, Duration.ofMillis(5));

            assertThat(second.get().outcome())
                    .isEqualTo(new Outcome.Done<>(Duration.ofMillis(4_995).toNanos()));
        }
    }

    private void stepUntilDone(FutureTask<?> task, Duration step) {
        while (!task.isDone()) {
            if (time.isAwaited()) {
                time.advance(step);
            }
            Thread.onSpinWait();
        }
    }

    private PooledExecutor pool(int size) {
        return new PooledExecutor(config(size, DeclaredLimits.NONE), pacer, time, new SplittableRandom(1));
    }

    private static PoolConfig config(int size, DeclaredLimits limits) {
        return new PoolConfig(
                size,
                Duration.ZERO,
                Duration.ofSeconds(5),
                2,
                Duration.ofMillis(50),
                Duration.ofSeconds(60),
                PoolConfig.Law.AIMD,
                limits);
    }

    private static List<RowContext> contexts(int count) {
        return IntStream.range(0, count).mapToObj(PooledExecutorTest::context).toList();
    }

    private static RowContext context(int index) {
        return new RowContext(Row.of("n", index), "s" + index, index);
    }

    private static List<Outcome<String>> done(String prefix, int count) {
        return IntStream.range(0, count)
                .<Outcome<String>>mapToObj(i -> new Outcome.Done<>(prefix + i))
                .toList();
    }

    private static List<CountDownLatch> latches(int count) {
        return IntStream.range(0, count).mapToObj(_ -> new CountDownLatch(1)).toList();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
