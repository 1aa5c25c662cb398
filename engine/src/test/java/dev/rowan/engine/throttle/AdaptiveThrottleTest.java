package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The law step by step; what it reaches against hidden limits is tested in bench.
class AdaptiveThrottleTest {
    private static final long MS = 1_000_000;

    private final AdaptiveThrottle throttle = adaptive(Duration.ZERO);
    private long now;
    private long number;

    @Test
    void startsWithAHundredRequestsASecond() {
        assertThat(throttle.delay()).isEqualTo(Duration.ofMillis(10));
        assertThat(throttle.next(0)).isLessThan(0);
    }

    @Test
    void doublesItsRateEverySecondWhileRequestsAreAnswered() {
        dispatchFor(Duration.ofSeconds(3), true);

        assertThat(rate()).isCloseTo(800, within(40.0));
    }

    @Test
    void risesNoFurtherThanTwiceAsLongAsNothingCameBack() {
        dispatchFor(Duration.ofSeconds(9), false);

        assertThat(rate()).isCloseTo(200, within(1.0));
    }

    @Test
    void doesNotRiseWhileThereIsLittleToSend() {
        for (int i = 0; i < 50; i++) {
            now += Duration.ofMillis(200).toNanos();
            succeed(dispatch());
        }

        assertThat(rate()).isCloseTo(100, within(1.0));
    }

    @Test
    void cutsOnceForManyRefusalsOfOneEpoch() {
        Dispatch[] together = new Dispatch[40];
        for (int i = 0; i < together.length; i++) {
            together[i] = dispatch();
        }
        refuse(together[0]);
        double cut = rate();

        for (Dispatch request : together) {
            refuse(request);
        }

        assertThat(cut).isCloseTo(48, within(3.0));
        assertThat(rate()).isEqualTo(cut);
    }

    @Test
    void cutsAgainWhenARequestSentAfterTheCutIsRefused() {
        refuse(dispatch());
        double cut = rate();
        dispatch();

        refuse(dispatch());

        assertThat(rate()).isLessThan(cut);
    }

    @Test
    void sendsOneProbeAtATimeWhileEverythingIsRefused() {
        refuse(dispatch());
        refuse(dispatchWhenDue());
        refuse(dispatchWhenDue());
        Dispatch probe = dispatchWhenDue();

        assertThat(throttle.next(0) - probe.at()).isGreaterThan(50 * MS);
        refuse(probe);
        assertThat(throttle.next(0) - now).isGreaterThan(100 * MS);
    }

    @Test
    void aProbeThatPassesEndsThePauseAtOnce() {
        refuse(dispatch());
        refuse(dispatchWhenDue());
        refuse(dispatchWhenDue());
        Dispatch probe = dispatchWhenDue();

        succeed(probe);

        assertThat(throttle.next(0)).isLessThanOrEqualTo(now);
    }

    @Test
    void goesNoFasterThanTheShortestDelay() {
        AdaptiveThrottle slow = adaptive(Duration.ofMillis(40));

        assertThat(slow.delay()).isEqualTo(Duration.ofMillis(40));
    }

    @Test
    void equalBoundsFixThePace() {
        var fixed =
                new AdaptiveThrottle(new Pace(Duration.ofMillis(500), Duration.ofMillis(500)), new SplittableRandom(1));
        var request = new Dispatch(1, 0, 0);
        fixed.on(new ThrottleEvent.Dispatched(request));
        fixed.on(new ThrottleEvent.CapacityError(request, MS, RateHints.none()));

        assertThat(fixed.delay()).isEqualTo(Duration.ofMillis(500));
    }

    private static AdaptiveThrottle adaptive(Duration min) {
        return new AdaptiveThrottle(new Pace(min, Duration.ofSeconds(5)), new SplittableRandom(1));
    }

    private void dispatchFor(Duration duration, boolean answered) {
        long end = now + duration.toNanos();
        while (now < end) {
            Dispatch request = dispatchWhenDue();
            if (answered) {
                throttle.on(new ThrottleEvent.Succeeded(request, now, RateHints.none()));
            }
        }
    }

    private Dispatch dispatchWhenDue() {
        now = Math.max(now, throttle.next(0));
        return dispatch();
    }

    private Dispatch dispatch() {
        var request = new Dispatch(++number, now, 0);
        throttle.on(new ThrottleEvent.Dispatched(request));
        return request;
    }

    private void refuse(Dispatch request) {
        now = Math.max(now, request.at() + MS);
        throttle.on(new ThrottleEvent.CapacityError(request, now, RateHints.none()));
    }

    private void succeed(Dispatch request) {
        now = Math.max(now, request.at() + MS);
        throttle.on(new ThrottleEvent.Succeeded(request, now, RateHints.none()));
    }

    private double rate() {
        return 1e9 / throttle.delay().toNanos();
    }
}
