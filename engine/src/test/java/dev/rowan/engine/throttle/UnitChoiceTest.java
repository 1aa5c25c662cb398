package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnitChoiceTest {
    private final UnitChoice choice = new UnitChoice();

    @Test
    void countsRequestsUntilItKnowsBetter() {
        assertThat(choice.unit()).isEqualTo(Unit.REQUESTS);
    }

    @Test
    void findsTheUnitThatStandsStill() {
        List.of(90L, 110L, 95L, 105L, 92L, 108L).forEach(requests -> measure(requests, 50_000));
        assertThat(choice.unit()).isEqualTo(Unit.TOKENS);

        for (int i = 0; i < 5; i++) {
            List.of(40_000L, 60_000L, 45_000L, 55_000L).forEach(tokens -> measure(100, tokens));
        }
        assertThat(choice.unit()).isEqualTo(Unit.REQUESTS);
    }

    @Test
    void takesRefusalsOfLargeRequestsForALimitOfTokens() {
        List.of(1_500L, 2_500L, 900L, 2_000L, 1_800L).forEach(this::refuse);
        measure(100, 100_000);

        assertThat(choice.unit()).isEqualTo(Unit.TOKENS);
    }

    @Test
    void staysWithRequestsWhenRefusalsMeetAnySize() {
        List.of(1_500L, 300L, 900L, 2_000L, 500L, 1_100L).forEach(this::refuse);
        measure(100, 100_000);

        assertThat(choice.unit()).isEqualTo(Unit.REQUESTS);
    }

    @Test
    void staysWithRequestsWhenNobodyCountsTokens() {
        List.of(90L, 110L, 95L, 105L).forEach(requests -> measure(requests, 0));

        assertThat(choice.unit()).isEqualTo(Unit.REQUESTS);
    }

    private void refuse(long tokens) {
        choice.refused(new Dispatch(1, 0, tokens), 1_000);
    }

    private void measure(long requests, long tokens) {
        choice.measured(new Tally.Mark(0, 0, 0, 0, 0), new Tally.Mark(requests, 1, tokens, 0, 0), 5);
    }
}
