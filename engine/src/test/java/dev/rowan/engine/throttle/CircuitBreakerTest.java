package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.engine.throttle.CircuitBreaker.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CircuitBreakerTest {
    private static final long SECOND = 1_000_000_000;

    private final CircuitBreaker breaker = new CircuitBreaker(CircuitBreaker.Settings.USUAL);

    @Test
    void tripsWhenTheKeyIsRefusedThreeTimesWithNoSuccessBetween() {
        tell(Disposition.DEAD_KEY, 2);
        tell(Disposition.ANSWERED, 1);
        tell(Disposition.DEAD_KEY, 2);
        tell(Disposition.RETRYABLE, 1);
        assertThat(breaker.tripped()).isEmpty();

        assertThat(breaker.record(Disposition.DEAD_KEY, 0)).contains(Cause.DEAD_KEY);
    }

    @Test
    void opensImmediatelyWithoutCredit() {
        assertThat(breaker.record(Disposition.NO_CREDIT, 0)).contains(Cause.NO_CREDIT);
    }

    @Test
    void tripsWhenNothingButCapacityErrorsComeForHalfAnHour() {
        breaker.record(Disposition.CAPACITY, 0);
        assertThat(breaker.record(Disposition.CAPACITY, 1_799 * SECOND)).isEmpty();

        assertThat(breaker.record(Disposition.CAPACITY, 1_800 * SECOND)).contains(Cause.ENDLESS_REFUSAL);
    }

    @ParameterizedTest
    @EnumSource(
            value = Disposition.class,
            names = {"ANSWERED", "UNREADABLE", "RETRYABLE", "INVALID"})
    void anyOtherReplyInBetweenEndsTheHalfHour(Disposition other) {
        breaker.record(Disposition.CAPACITY, 0);
        breaker.record(other, 1_000 * SECOND);
        breaker.record(Disposition.CAPACITY, 1_900 * SECOND);

        assertThat(breaker.tripped()).isEmpty();
    }

    @Test
    void tripsWhenMoreThanAFifthOfTheLastFiftyAnswersCannotBeRead() {
        tell(Disposition.ANSWERED, 100);
        tell(Disposition.UNREADABLE, 10);
        assertThat(breaker.tripped()).isEmpty();

        assertThat(breaker.record(Disposition.UNREADABLE, 0)).contains(Cause.UNREADABLE_ANSWERS);
    }

    @Test
    void forgetsAnUnreadableAnswerAfterFiftyMore() {
        tell(Disposition.UNREADABLE, 10);
        tell(Disposition.ANSWERED, 50);
        tell(Disposition.UNREADABLE, 10);

        assertThat(breaker.tripped()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Disposition.class,
            names = {"RETRYABLE", "INVALID"})
    void otherFaultsNeverTripIt(Disposition fault) {
        tell(fault, 1_000);

        assertThat(breaker.tripped()).isEmpty();
    }

    @Test
    void staysOpenWithItsFirstCause() {
        tell(Disposition.NO_CREDIT, 1);
        tell(Disposition.ANSWERED, 100);

        assertThat(breaker.record(Disposition.DEAD_KEY, 0)).contains(Cause.NO_CREDIT);
    }

    private void tell(Disposition standing, int times) {
        for (int i = 0; i < times; i++) {
            breaker.record(standing, 0);
        }
    }
}
