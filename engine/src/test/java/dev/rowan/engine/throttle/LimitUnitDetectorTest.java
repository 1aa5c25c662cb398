package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LimitUnitDetectorTest {
    private static final DispatchCounter.Mark NOTHING = new DispatchCounter.Mark(0, 0, 0, 0, 0);

    private final LimitUnitDetector choice = new LimitUnitDetector();

    @Test
    void countsRequestsUntilItKnowsBetter() {
        assertThat(choice.unit()).isEqualTo(LimitUnit.REQUESTS);
    }

    @Test
    void findsTheUnitThatStandsStill() {
        for (int i = 0; i < 3; i++) {
            List.of(90L, 110L, 95L, 105L, 92L, 108L).forEach(requests -> measure(requests, 50_000));
        }
        assertThat(choice.unit()).isEqualTo(LimitUnit.TOKENS);

        for (int i = 0; i < 5; i++) {
            List.of(40_000L, 60_000L, 45_000L, 55_000L).forEach(tokens -> measure(100, tokens));
        }
        assertThat(choice.unit()).isEqualTo(LimitUnit.REQUESTS);
    }

    @Test
    void takesRefusalsOfLargeRequestsForALimitOfTokens() {
        List.of(1_500L, 2_500L, 900L, 2_000L, 1_800L, 3_000L, 2_400L, 2_200L).forEach(this::refuse);
        measure(100, 100_000);

        assertThat(choice.unit()).isEqualTo(LimitUnit.TOKENS);
    }

    @Test
    void keepsRequestsWhenRefusalsHaveAnySize() {
        List.of(1_500L, 300L, 900L, 2_000L, 500L, 1_100L).forEach(this::refuse);
        measure(100, 100_000);

        assertThat(choice.unit()).isEqualTo(LimitUnit.REQUESTS);
    }

    /// If requests are limited, refused ones have any size. Tokens were detected in one run of eight.
    @Test
    void sizesThatMeanNothingAreHardlyEverTakenForALimitOfTokens() {
        int mistaken = 0;
        for (int seed = 1; seed <= 500; seed++) {
            var random = new SplittableRandom(seed);
            var fresh = new LimitUnitDetector();
            boolean tokens = false;
            for (int i = 0; i < 60; i++) {
                double size = 1_000 * Math.exp(0.6 * random.nextGaussian() - 0.18);
                fresh.refused(new Dispatch(1, 0, Math.round(size)), 1_000);
                fresh.measured(NOTHING, new DispatchCounter.Mark(100, 1, 0, 0, 0), 5);
                tokens |= fresh.unit() == LimitUnit.TOKENS;
            }
            mistaken += tokens ? 1 : 0;
        }

        assertThat(mistaken).isLessThan(15);
    }

    /// Paced by tokens, the token rate is constant, whatever the service counts.
    @Test
    void aSteadyRateOfTokensProvesNothingWhenRequestsArePacedByTokens() {
        List.of(1_500L, 2_500L, 900L, 2_000L, 1_800L, 3_000L, 2_400L, 2_200L).forEach(this::refuse);
        measure(100, 100_000);
        for (int i = 0; i < 20; i++) {
            List.of(90L, 110L).forEach(requests -> measure(requests, 50_000));
            List.of(500L, 700L).forEach(this::refuse);
        }

        assertThat(choice.unit()).isEqualTo(LimitUnit.REQUESTS);
    }

    @Test
    void keepsRequestsWhenTokensAreNotCounted() {
        List.of(90L, 110L, 95L, 105L).forEach(requests -> measure(requests, 0));

        assertThat(choice.unit()).isEqualTo(LimitUnit.REQUESTS);
    }

    private void refuse(long tokens) {
        choice.refused(new Dispatch(1, 0, tokens), 1_000);
    }

    private void measure(long requests, long tokens) {
        choice.measured(NOTHING, new DispatchCounter.Mark(requests, 1, tokens, 0, 0), 5);
    }
}
