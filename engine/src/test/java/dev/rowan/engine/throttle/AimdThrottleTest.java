package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AimdThrottleTest {
    private static final long MS = 1_000_000;

    private final AimdThrottle throttle = aimd(0, 1_000, 2, 50);

    @Test
    void startsAtTheShortestDelay() {
        assertThat(throttle.delay()).isZero();
        assertThat(aimd(20, 1_000, 2, 50).delay()).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void aFirstCapacityErrorRaisesTheDelayFromNothingToTheStep() {
        refuse(throttle, dispatch(throttle, 1, 0));

        assertThat(throttle.delay()).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void aFurtherOneMultipliesItUpToTheLongest() {
        List<Duration> delays = LongStream.rangeClosed(1, 7)
                .mapToObj(number -> {
                    refuse(throttle, dispatch(throttle, number, number));
                    return throttle.delay();
                })
                .toList();

        assertThat(delays).extracting(Duration::toMillis).containsExactly(50L, 100L, 200L, 400L, 800L, 1_000L, 1_000L);
    }

    @Test
    void aSuccessTakesOffOneStepDownToTheShortest() {
        AimdThrottle bounded = aimd(30, 1_000, 3, 50);
        Dispatch request = dispatch(bounded, 1, 0);
        refuse(bounded, request);
        assertThat(bounded.delay()).isEqualTo(Duration.ofMillis(90));

        succeed(bounded, request);
        assertThat(bounded.delay()).isEqualTo(Duration.ofMillis(40));
        succeed(bounded, request);
        assertThat(bounded.delay()).isEqualTo(Duration.ofMillis(30));
    }

    @Test
    void manyErrorsOfRequestsThatWereOutTogetherCountOnce() {
        List<Dispatch> together = LongStream.rangeClosed(1, 50)
                .mapToObj(n -> dispatch(throttle, n, 0))
                .toList();

        together.forEach(request -> refuse(throttle, request));

        assertThat(throttle.delay()).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void anErrorOfALaterRequestCountsAgain() {
        Dispatch first = dispatch(throttle, 1, 0);
        Dispatch second = dispatch(throttle, 2, 0);
        refuse(throttle, first);
        Dispatch third = dispatch(throttle, 3, 60 * MS);

        refuse(throttle, second);
        refuse(throttle, third);

        assertThat(throttle.delay()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void theNextRequestIsSentOneDelayAfterTheLast() {
        refuse(throttle, dispatch(throttle, 1, 7 * MS));

        assertThat(throttle.next(0)).isEqualTo(57 * MS);
    }

    @Test
    void anotherFailureChangesNothing() {
        throttle.on(new ThrottleEvent.Failed(dispatch(throttle, 1, 0), MS));

        assertThat(throttle.delay()).isZero();
    }

    @Test
    void refusesAMultiplierThatDoesNotMultiply() {
        assertThatThrownBy(() -> aimd(0, 1_000, 1, 50)).hasMessageContaining("greater than 1");
        assertThatThrownBy(() -> aimd(0, 1_000, Double.NaN, 50)).hasMessageContaining("greater than 1");
        assertThatThrownBy(() -> aimd(0, 1_000, Double.POSITIVE_INFINITY, 50)).hasMessageContaining("finite");
    }

    private static AimdThrottle aimd(long min, long max, double multiplier, long step) {
        return new AimdThrottle(
                new DelayRange(Duration.ofMillis(min), Duration.ofMillis(max)), multiplier, Duration.ofMillis(step));
    }

    private static Dispatch dispatch(Throttle throttle, long number, long at) {
        var request = new Dispatch(number, at, 0);
        throttle.on(new ThrottleEvent.Dispatched(request));
        return request;
    }

    private static void refuse(Throttle throttle, Dispatch request) {
        throttle.on(new ThrottleEvent.CapacityError(request, request.at() + MS, RateHints.none()));
    }

    private static void succeed(Throttle throttle, Dispatch request) {
        throttle.on(new ThrottleEvent.Succeeded(request, request.at() + MS, RateHints.none()));
    }
}
