package dev.rowan.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RetryPolicyPropertyTest {

    @Property
    void theDelayDoublesUpToTheLongestAndIsCutByAtMostHalf(
            @ForAll @LongRange(min = 0, max = 3_000_000_000_000_000_000L) long initial,
            @ForAll @LongRange(min = 0, max = 3_000_000_000_000_000_000L) long more,
            @ForAll @IntRange(min = 1, max = 1_000) int attempt,
            @ForAll Random random) {
        long longest = initial + more;
        var policy = new RetryPolicy(1_000, Duration.ofNanos(initial), Duration.ofNanos(longest));

        long delay = policy.delayAfter(attempt, random).toNanos();

        BigInteger doubled = BigInteger.valueOf(initial).shiftLeft(attempt - 1);
        long usual = doubled.min(BigInteger.valueOf(longest)).longValueExact();
        assertThat(delay).isBetween(usual - usual / 2 - 1, usual);
    }

    @Property
    void noDurationIsTooLong(
            @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long seconds,
            @ForAll @IntRange(min = 1, max = 1_000) int attempt,
            @ForAll Random random) {
        var policy = new RetryPolicy(1_000, Duration.ofSeconds(seconds), Duration.ofSeconds(Long.MAX_VALUE / 2));

        assertThat(policy.delayAfter(attempt, random)).isPositive();
    }
}
