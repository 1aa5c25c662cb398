package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.throttle.CircuitBreaker.Cause;
import dev.rowan.engine.throttle.CircuitBreaker.End;
import dev.rowan.engine.throttle.CircuitBreaker.Leave;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private static final long SECOND = 1_000_000_000;
    private static final Leave.Granted USUAL = new Leave.Granted(false);
    private static final Leave.Granted PROBE = new Leave.Granted(true);

    private final CircuitBreaker breaker = new CircuitBreaker(
            new CircuitBreaker.Settings(3, Duration.ofMinutes(30), Duration.ofSeconds(30), Duration.ofSeconds(100)));

    @Test
    void opensWhenTheKeyIsRefusedSeveralTimesInARow() {
        end(new End.Unauthorized(), 2);
        end(new End.Answered(true), 1);
        end(new End.Unauthorized(), 2);
        assertThat(breaker.ask(0)).isEqualTo(USUAL);

        end(new End.Unauthorized(), 1);

        assertThat(breaker.ask(0)).isEqualTo(new Leave.Denied(Cause.DEAD_KEY));
    }

    @Test
    void opensAtOnceWhenTheCreditIsGone() {
        end(new End.NoCredit(), 1);

        assertThat(breaker.ask(0)).isEqualTo(new Leave.Denied(Cause.NO_CREDIT));
    }

    @Test
    void opensWhenNothingButRefusalsComeForAVeryLongTime() {
        breaker.ended(USUAL, new End.Refused(), 0);
        breaker.ended(USUAL, new End.Refused(), 1_799 * SECOND);
        assertThat(breaker.ask(1_799 * SECOND)).isEqualTo(USUAL);

        breaker.ended(USUAL, new End.Refused(), 1_800 * SECOND);

        assertThat(breaker.ask(1_800 * SECOND)).isEqualTo(new Leave.Denied(Cause.ENDLESS_REFUSAL));
    }

    @Test
    void anAnswerInBetweenEndsTheLongTime() {
        breaker.ended(USUAL, new End.Refused(), 0);
        breaker.ended(USUAL, new End.Answered(true), 1_000 * SECOND);
        breaker.ended(USUAL, new End.Refused(), 1_900 * SECOND);

        assertThat(breaker.ask(1_900 * SECOND)).isEqualTo(USUAL);
    }

    @Test
    void opensWhenMoreThanAFifthOfTheLastFiftyAnswersCannotBeRead() {
        end(new End.Answered(true), 100);
        end(new End.Answered(false), 10);
        assertThat(breaker.ask(0)).isEqualTo(USUAL);

        end(new End.Answered(false), 1);

        assertThat(breaker.ask(0)).isEqualTo(new Leave.Denied(Cause.UNREADABLE_ANSWERS));
    }

    @Test
    void forgetsAnUnreadableAnswerAfterFiftyMore() {
        end(new End.Answered(false), 10);
        end(new End.Answered(true), 50);
        end(new End.Answered(false), 10);

        assertThat(breaker.ask(0)).isEqualTo(USUAL);
    }

    @Test
    void otherFailuresNeverOpenIt() {
        end(new End.Failed(), 1_000);

        assertThat(breaker.ask(0)).isEqualTo(USUAL);
    }

    @Test
    void letsOneProbeThroughAfterTheCoolDown() {
        end(new End.NoCredit(), 1);
        assertThat(breaker.ask(29 * SECOND)).isEqualTo(new Leave.Denied(Cause.NO_CREDIT));

        assertThat(breaker.ask(30 * SECOND)).isEqualTo(PROBE);
        assertThat(breaker.ask(31 * SECOND)).isEqualTo(new Leave.Denied(Cause.NO_CREDIT));
    }

    @Test
    void aProbeThatIsAnsweredClosesIt() {
        end(new End.NoCredit(), 1);
        breaker.ask(30 * SECOND);

        breaker.ended(PROBE, new End.Answered(true), 31 * SECOND);

        assertThat(breaker.ask(31 * SECOND)).isEqualTo(USUAL);
    }

    @Test
    void aProbeThatFailsOpensItForTwiceAsLongUpToTheLongest() {
        end(new End.NoCredit(), 1);
        breaker.ask(30 * SECOND);

        breaker.ended(PROBE, new End.NoCredit(), 30 * SECOND);
        assertThat(breaker.ask(89 * SECOND)).isEqualTo(new Leave.Denied(Cause.NO_CREDIT));
        assertThat(breaker.ask(90 * SECOND)).isEqualTo(PROBE);
        breaker.ended(PROBE, new End.Failed(), 90 * SECOND);
        assertThat(breaker.ask(189 * SECOND)).isEqualTo(new Leave.Denied(Cause.NO_CREDIT));
        assertThat(breaker.ask(190 * SECOND)).isEqualTo(PROBE);
    }

    @Test
    void requestsThatWereOnTheirWayDecideNothing() {
        end(new End.NoCredit(), 1);
        breaker.ask(30 * SECOND);

        breaker.ended(USUAL, new End.Answered(true), 31 * SECOND);

        assertThat(breaker.ask(31 * SECOND)).isEqualTo(new Leave.Denied(Cause.NO_CREDIT));
    }

    private void end(End end, int times) {
        for (int i = 0; i < times; i++) {
            breaker.ended(USUAL, end, 0);
        }
    }
}
