package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.throttle.BoundedThrottle;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CapacityRetryTest {
    private static final long SECOND = 1_000_000_000;
    private static final long GRACE = CapacityRetry.GRACE.toNanos();

    private final CapacityRetry retry = new CapacityRetry(Duration.ofSeconds(60), Duration.ofSeconds(5));

    @Property
    void backsOffForLongerEachTimeWithinItsBounds(
            @ForAll @IntRange(min = 1, max = 1_000) int refusals,
            @ForAll @LongRange(min = 0, max = 59_999_999_999L) long elapsed,
            @ForAll long seed) {
        long usual = refusals > 5 ? 5 * SECOND : Math.min(5 * SECOND, 250_000_000L << (refusals - 1));

        var step = retry.after(7, 7 + elapsed, refusals, new SplittableRandom(seed));

        assertThat(step).isInstanceOfSatisfying(CapacityRetry.Step.Again.class, again -> {
            long delay = again.readyAt() - 7 - elapsed;
            assertThat(delay).isBetween(Math.min(usual / 2, 60 * SECOND - elapsed), usual);
            assertThat(again.readyAt()).isLessThanOrEqualTo(7 + 60 * SECOND);
        });
    }

    @Test
    void givesUpWhenTheBudgetIsExhausted() {
        var step = retry.after(0, 61 * SECOND, 9, new SplittableRandom(1));

        assertThat(step).isEqualTo(new CapacityRetry.Step.GiveUp(Duration.ofSeconds(61)));
    }

    @Test
    void respectsRetryAfterWithinTheBudget() {
        var random = new SplittableRandom(1);

        assertThat(retry.after(0, SECOND, 1, Optional.of(Duration.ofSeconds(20)), random))
                .isEqualTo(new CapacityRetry.Step.Again(21 * SECOND, 60 * SECOND + GRACE));
        assertThat(retry.after(0, 59 * SECOND, 9, Optional.of(Duration.ofSeconds(20)), random))
                .isEqualTo(new CapacityRetry.Step.Again(79 * SECOND, 60 * SECOND));
    }

    @Test
    void capsRetryAfter() {
        assertThat(retry.after(0, 0, 1, Optional.of(Duration.ofHours(9)), new SplittableRandom(1)))
                .isEqualTo(new CapacityRetry.Step.Again(BoundedThrottle.CEILING.toNanos(), 60 * SECOND));
    }
}
