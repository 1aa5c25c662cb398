package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.pool.CapacityRetry;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A service without a limit that refuses a share of all requests at random, in simulated time: only the
/// refused requests wait. Each value is the worst of ten seeds; more are in `./rowan bench controller --noise`.
class ScatteredRefusalTest {
    private static final DelayRange PACE = new DelayRange(Duration.ZERO, Duration.ofSeconds(5));
    private static final double SECOND = 1e9;
    private static final double REFUSAL = 0.01;
    private static final int SEEDS = 10;

    @ParameterizedTest
    @CsvSource({
        "0.01, false, 1.15",
        "0.01, true,  1.15",
        "0.02, false, 1.2",
        "0.02, true,  1.2",
        "0.1,  false, 1.6",
        "0.1,  true,  1.6"
    })
    void delayOnlyTheRefusedRequests(double share, boolean retryAfter, double max) {
        double clean = new Backlog(3_000, 20, 0.1, 0, Optional.empty()).seconds(1);
        Optional<Duration> advice = retryAfter ? Optional.of(Duration.ofSeconds(1)) : Optional.empty();

        for (int seed = 1; seed <= SEEDS; seed++) {
            double noisy = new Backlog(3_000, 20, 0.1, share, advice).seconds(seed);

            assertThat(noisy / clean).as("seed %d", seed).isLessThanOrEqualTo(max);
        }
    }

    /// Cuts without effect are undone, however many there were, and a `Retry-After` for some requests delays no
    /// others: runs took up to 370 times as long.
    @ParameterizedTest
    @CsvSource({"0.2, false, 3", "0.2, true, 4", "0.3, false, 5", "0.3, true, 6"})
    void manyOfThemNeverSlowARunDownToACrawl(double share, boolean retryAfter, double max) {
        double clean = new Backlog(3_000, 20, 0.1, 0, Optional.empty()).seconds(1);
        Optional<Duration> advice = retryAfter ? Optional.of(Duration.ofSeconds(1)) : Optional.empty();

        for (int seed = 1; seed <= 2 * SEEDS; seed++) {
            double noisy = new Backlog(3_000, 20, 0.1, share, advice).seconds(seed);

            assertThat(noisy / clean).as("seed %d", seed).isLessThanOrEqualTo(max);
        }
    }

    @Test
    void aServiceWithoutALimitGetsAWholePoolFromTheStart() {
        assertThat(new Backlog(1_000, 50, 0.05, 0, Optional.empty()).seconds(1)).isLessThan(1.1);
        assertThat(new Backlog(10_000, 50, 0.05, 0, Optional.empty()).seconds(1))
                .isLessThan(10.3);
    }

    /// During an outage every request is refused; afterwards the earlier rate is restored within seconds.
    @ParameterizedTest
    @CsvSource({"6", "60"})
    void anOutageIsOverSoonAfterItsEnd(double outage) {
        double clean = new Backlog(3_000, 20, 0.1, 0, Optional.empty()).seconds(1);

        for (int seed = 1; seed <= SEEDS; seed++) {
            double seconds = new Backlog(3_000, 20, 0.1, 0, Optional.empty()).seconds(seed, 5, 5 + outage);

            assertThat(seconds).as("seed %d", seed).isLessThan(clean + outage + 8);
        }
    }

    private record Reply(double at, Dispatch request, int refusals, boolean refused) {}

    private record Retry(double readyAt, int refusals) {}

    /// A number of rows and a pool, with answers after `latency` seconds. A refused row is retried after its
    /// backoff and its `Retry-After`, before rows that were never sent.
    private record Backlog(int rows, int pool, double latency, double noise, Optional<Duration> retryAfter) {

        double seconds(long seed) {
            return seconds(seed, 0, 0);
        }

        /// The seconds until the last row is answered, if everything is refused between the given times.
        double seconds(long seed, double awayFrom, double awayTo) {
            var random = new SplittableRandom(seed);
            var throttle = new BoundedThrottle(new AdaptiveThrottle(PACE, random.split()), DeclaredLimits.NONE);
            var backOff = new CapacityRetry(Duration.ofHours(1), Duration.ofSeconds(5));
            var replies = new PriorityQueue<>(Comparator.comparingDouble(Reply::at));
            var retries = new PriorityQueue<>(Comparator.comparingDouble(Retry::readyAt));
            double now = 0;
            long number = 0;
            int unsent = rows;
            for (int answered = 0; answered < rows; ) {
                double send = replies.size() < pool
                        ? Math.max(nextReady(now, unsent, retries), throttle.next(0) / SECOND)
                        : Double.POSITIVE_INFINITY;
                if (!replies.isEmpty() && replies.element().at <= send) {
                    Reply reply = replies.remove();
                    now = reply.at;
                    long at = (long) (now * SECOND);
                    if (reply.refused) {
                        RateHints hints = RateHints.none().orAfter(retryAfter);
                        throttle.on(new ThrottleEvent.CapacityError(reply.request, at, hints));
                        var again = (CapacityRetry.Step.Again) backOff.after(at, at, reply.refusals + 1, random);
                        double asked = now + retryAfter.map(Duration::toSeconds).orElse(0L);
                        retries.add(new Retry(Math.max(asked, again.readyAt() / SECOND), reply.refusals + 1));
                    } else {
                        throttle.on(new ThrottleEvent.Succeeded(reply.request, at, RateHints.none()));
                        answered++;
                    }
                    continue;
                }
                now = Math.max(now, send);
                boolean isRetry = !retries.isEmpty() && retries.element().readyAt <= now;
                int refusals = isRetry ? retries.remove().refusals : 0;
                unsent -= isRetry ? 0 : 1;
                var request = new Dispatch(++number, (long) (now * SECOND), 0);
                throttle.on(new ThrottleEvent.Dispatched(request));
                boolean refused = random.nextDouble() < noise || (now >= awayFrom && now < awayTo);
                replies.add(new Reply(now + (refused ? REFUSAL : latency), request, refusals, refused));
            }
            return now;
        }

        private static double nextReady(double now, int unsent, PriorityQueue<Retry> retries) {
            double retry = retries.isEmpty() ? Double.POSITIVE_INFINITY : retries.element().readyAt;
            return Math.max(now, unsent > 0 ? now : retry);
        }
    }
}
