package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.RateHints;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class TokenQuotaTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long LIMIT = 1_000;

    private final TokenQuota minute = new TokenQuota();

    @Test
    void withoutALimitNothingWaits() {
        minute.dispatched(1, 0, Long.MAX_VALUE / 2);

        assertThat(minute.next(Long.MAX_VALUE / 2, 1)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void countsTheMostUntilItIsKnownWhatWasUsed() {
        minute.tighten(Optional.of(LIMIT));
        minute.dispatched(1, SECOND, 700);
        assertThat(minute.next(300, 1)).isEqualTo(Long.MIN_VALUE);
        assertThat(minute.next(301, 1)).isEqualTo(SECOND + MINUTE);

        minute.used(1, 200);

        assertThat(minute.next(800, 1)).isEqualTo(Long.MIN_VALUE);
        assertThat(minute.next(801, 1)).isEqualTo(SECOND + MINUTE);
    }

    @Test
    void waitsForAsManyAsItNeedsAndNoMore() {
        minute.tighten(Optional.of(LIMIT));
        for (int i = 1; i <= 10; i++) {
            minute.dispatched(i, i * SECOND, 100);
        }

        assertThat(minute.next(100, 1)).isEqualTo(SECOND + MINUTE);
        assertThat(minute.next(250, 1)).isEqualTo(3 * SECOND + MINUTE);
    }

    @Test
    void countsARequestForOneMinute() {
        minute.tighten(Optional.of(LIMIT));
        minute.dispatched(1, 0, LIMIT);
        minute.dispatched(2, MINUTE, LIMIT);
        minute.used(1, 0);

        assertThat(minute.next(1, 1)).isEqualTo(2 * MINUTE);
    }

    @Test
    void aRequestLargerThanTheLimitGoesAlone() {
        minute.tighten(Optional.of(LIMIT));
        assertThat(minute.next(5 * LIMIT, 1)).isEqualTo(Long.MIN_VALUE);

        minute.dispatched(1, 7 * SECOND, 5 * LIMIT);

        assertThat(minute.next(1, 1)).isEqualTo(7 * SECOND + MINUTE);
    }

    @Test
    void theStricterOfTwoLimitsHolds() {
        minute.tighten(Optional.of(LIMIT));
        minute.tighten(Optional.empty());
        minute.tighten(Optional.of(2 * LIMIT));
        minute.dispatched(1, 0, LIMIT);

        assertThat(minute.next(1, 1)).isEqualTo(MINUTE);
    }

    @Test
    void aLaneWaitsForTheQuotaAndReportsUsage() throws InterruptedException {
        var limits = new DeclaredLimits(Optional.empty(), Optional.of(LIMIT));
        var config = new PoolConfig(
                4,
                Duration.ZERO,
                Duration.ofSeconds(5),
                2,
                Duration.ofMillis(50),
                MAX_RETRY,
                PoolConfig.Law.AIMD,
                limits);
        Pacer pacer = new Pacers(new FrozenTime(), new SplittableRandom(1), Pacer.DEFAULT_DOWN_TIMEOUT)
                .pacer(new Pacers.Key("s", "k", ""), config);
        PacerLane lane = pacer.lane(4);
        DispatchGrant pass = lane.enter(PacerRequest.first(1, 700, 0)).orElseThrow();
        assertThat(pacer.nextAt(301)).isEqualTo(MINUTE);

        lane.used(pass, 10);
        lane.succeeded(pass, RateHints.none());

        assertThat(pacer.nextAt(301)).isLessThan(SECOND);
    }

    private static final Duration MAX_RETRY = Duration.ofHours(1);

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {9001, 9002, 9003, 9004, 9005})
    void noMinuteUsesMoreThanTheLimitWhateverAnswersAre(long seed) {
        assertThat(maxPerMinute(new SplittableRandom(seed), true)).isBetween(LIMIT / 2, LIMIT);
    }

    @Test
    void countingTheEstimateInsteadOfTheMaximumWouldExceedTheLimit() {
        assertThat(maxPerMinute(new SplittableRandom(9001), false)).isGreaterThan(LIMIT);
    }

    /// The tokens that one request used, and when it was admitted.
    private record Used(long at, long tokens) {}

    private record Answer(long at, long number, long tokens) {}

    /// Ten simulated minutes of requests at full speed; returns the maximum used in any minute.
    private long maxPerMinute(SplittableRandom random, boolean countsMaximum) {
        minute.tighten(Optional.of(LIMIT));
        List<Used> used = new ArrayList<>();
        var answers = new PriorityQueue<Answer>((one, other) -> Long.compare(one.at, other.at));
        long now = 0;
        for (long number = 1; now < 10 * MINUTE; number++) {
            long maxTokens = 20 + random.nextLong(180);
            long uses = 1 + random.nextLong(maxTokens);
            long counts = countsMaximum ? maxTokens : maxTokens / 4;
            while (minute.next(counts, 1) > now) {
                Answer next = answers.peek();
                boolean answered = next != null && next.at <= minute.next(counts, 1);
                now = answered ? Math.max(now, next.at) : minute.next(counts, 1);
                if (answered) {
                    answers.remove();
                    if (countsMaximum) {
                        minute.used(next.number, next.tokens);
                    }
                }
            }
            minute.dispatched(number, now, counts);
            used.add(new Used(now, uses));
            answers.add(new Answer(now + random.nextLong(20 * SECOND), number, uses));
        }
        return used.stream()
                .mapToLong(from -> used.stream()
                        .filter(one -> one.at >= from.at && one.at < from.at + MINUTE)
                        .mapToLong(Used::tokens)
                        .sum())
                .max()
                .orElseThrow();
    }
}
