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
        List.of(90L, 110L, 95L, 105L).forEach(requests -> measure(requests, 50_000));
        assertThat(choice.unit()).isEqualTo(Unit.TOKENS);

        List.of(40_000L, 60_000L, 45_000L, 55_000L, 42_000L, 58_000L, 44_000L).forEach(tokens -> measure(100, tokens));
        assertThat(choice.unit()).isEqualTo(Unit.REQUESTS);
    }

    @Test
    void staysWithRequestsWhenNobodyCountsTokens() {
        List.of(90L, 110L, 95L, 105L).forEach(requests -> measure(requests, 0));

        assertThat(choice.unit()).isEqualTo(Unit.REQUESTS);
    }

    private void measure(long requests, long tokens) {
        choice.measured(new Tally.Mark(0, 0, 0, 0, 0), new Tally.Mark(requests, 1, tokens, 0, 0), 5);
    }
}
