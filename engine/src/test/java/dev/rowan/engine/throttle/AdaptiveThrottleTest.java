package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The throttle step by step; its throughput at hidden limits is tested in [HiddenLimitTest] and in bench.
class AdaptiveThrottleTest {
    private static final long MS = 1_000_000;

    private final AdaptiveThrottle throttle = adaptive(Duration.ZERO);
    private long now;
    private long number;

    @Test
    void sendsWithoutDelayUntilALimitShows() {
        for (int i = 0; i < 1_000; i++) {
            dispatch();
        }

        assertThat(throttle.delay()).isZero();
        assertThat(throttle.next(0)).isLessThanOrEqualTo(now);
    }

    @Test
    void aFewScatteredRefusalsChangeNothingWhileNoLimitIsKnown() {
        for (int i = 1; i <= 2_000; i++) {
            Dispatch request = dispatch();
            now += MS;
            if (i % 100 == 0) {
                refuse(request);
            } else {
                succeed(request);
            }
        }

        assertThat(throttle.delay()).isZero();
    }

    @Test
    void cutsOnceForManyRefusalsOfOneEpoch() {
        List<Dispatch> together =
                IntStream.range(0, 40).mapToObj(_ -> dispatch()).toList();
        together.subList(0, 10).forEach(this::refuse);
        double cut = rate();

        together.subList(10, 40).forEach(this::refuse);

        assertThat(cut).isLessThan(10_000);
        assertThat(rate()).isEqualTo(cut);
    }

    @Test
    void cutsAgainWhenRequestsSentAfterTheCutAreRefused() {
        findLimit();
        double cut = rate();
        succeed(dispatchWhenDue());

        for (int i = 0; i < 5; i++) {
            refuse(dispatchWhenDue());
        }

        assertThat(rate()).isLessThan(cut);
    }

    @Test
    void sendsOneProbeAtATimeWhileEverythingIsRefused() {
        blockAll();
        Dispatch probe = dispatchWhenDue();

        assertThat(throttle.next(0) - probe.at()).isGreaterThan(20 * MS);
        refuse(probe);
        Dispatch next = dispatchWhenDue();
        assertThat(next.at() - probe.at()).isGreaterThan(20 * MS);
    }

    @Test
    void aProbeThatPassesEndsThePauseAtOnce() {
        blockAll();
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
        var fixed = new AdaptiveThrottle(
                new DelayRange(Duration.ofMillis(500), Duration.ofMillis(500)), new SplittableRandom(1));
        var request = new Dispatch(1, 0, 0);
        fixed.on(new ThrottleEvent.Dispatched(request));
        fixed.on(new ThrottleEvent.CapacityError(request, MS, RateHints.none()));

        assertThat(fixed.delay()).isEqualTo(Duration.ofMillis(500));
    }

    private static AdaptiveThrottle adaptive(Duration min) {
        return new AdaptiveThrottle(new DelayRange(min, Duration.ofSeconds(5)), new SplittableRandom(1));
    }

    /// Twenty concurrent requests, all but the first refused.
    private void findLimit() {
        List<Dispatch> together =
                IntStream.range(0, 20).mapToObj(_ -> dispatch()).toList();
        together.subList(1, 20).forEach(this::refuse);
        assertThat(throttle.delay()).isPositive();
    }

    private void blockAll() {
        findLimit();
        for (int i = 0; i < 20; i++) {
            refuse(dispatchWhenDue());
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
