package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/// Properties of every throttle, whatever the service does.
class ThrottlePropertyTest {
    private static final Duration MIN = Duration.ofMillis(2);
    private static final Duration MAX = Duration.ofMillis(700);
    private static final DelayRange PACE = new DelayRange(MIN, MAX);

    @Property(tries = 200)
    void theDelayStaysWithinItsBounds(
            @ForAll("laws") Law law, @ForAll long seed, @ForAll @IntRange(min = 0, max = 100) int refusedPercent) {
        List<Duration> delays = new ArrayList<>();

        play(law.make(seed), seed, refusedPercent, (throttle, _) -> delays.add(throttle.delay()));

        assertThat(delays).allSatisfy(delay -> assertThat(delay).isBetween(MIN, MAX));
    }

    /// With a quota per minute, it may be the next minute.
    @Property(tries = 200)
    void theNextTimeIsNeverFartherAwayThanTheLongestDelayOrAQuota(
            @ForAll("laws") Law law, @ForAll long seed, @ForAll @IntRange(min = 0, max = 100) int refusedPercent) {
        long jittered = MAX.toNanos() + MAX.toNanos() / 10;
        long max = law == Law.ADAPTIVE ? Duration.ofMinutes(1).toNanos() : jittered;

        play(
                law.make(seed),
                seed,
                refusedPercent,
                (throttle, now) -> assertThat(throttle.next(1)).isLessThanOrEqualTo(now + max));
    }

    @Property(tries = 200)
    void theNextTimeIsNeverFartherAwayThanADelayThatIsFixed(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 100) int refusedPercent) {
        long jittered = MAX.toNanos() + MAX.toNanos() / 10;

        play(
                new AdaptiveThrottle(new DelayRange(MAX, MAX), new SplittableRandom(seed)),
                seed,
                refusedPercent,
                (throttle, now) -> assertThat(throttle.next(1)).isLessThanOrEqualTo(now + jittered));
    }

    @Property(tries = 50)
    void theSameEventsGiveTheSameTimes(
            @ForAll("laws") Law law, @ForAll long seed, @ForAll @IntRange(min = 0, max = 100) int refusedPercent) {
        List<Long> first = new ArrayList<>();
        List<Long> second = new ArrayList<>();

        play(law.make(seed), seed, refusedPercent, (throttle, _) -> first.add(throttle.next(1)));
        play(law.make(seed), seed, refusedPercent, (throttle, _) -> second.add(throttle.next(1)));

        assertThat(second).isEqualTo(first);
    }

    @Property(tries = 100)
    void nothingGoesBeforeTheTimeTheServiceAskedForWhenARoundIsRefused(
            @ForAll("laws") Law law, @ForAll long seed, @ForAll @LongRange(min = 1, max = 2_000_000_000) long seconds) {
        var throttle = new BoundedThrottle(law.make(seed), DeclaredLimits.NONE);
        var hints = RateHints.none().orAfter(Optional.of(Duration.ofSeconds(seconds)));
        for (int i = 1; i <= 10; i++) {
            var request = new Dispatch(i, 0, 0);
            throttle.on(new ThrottleEvent.Dispatched(request));
            throttle.on(new ThrottleEvent.CapacityError(request, 1_000, hints));
        }

        long asked = Math.min(seconds, BoundedThrottle.CEILING.toSeconds());
        assertThat(throttle.next(0)).isEqualTo(1_000 + asked * 1_000_000_000);
    }

    @Property(tries = 100)
    void noMinuteHasMoreThanTheDeclaredRequests(
            @ForAll("laws") Law law, @ForAll long seed, @ForAll @IntRange(min = 1, max = 6_000) int perMinute) {
        var limits = new DeclaredLimits(Optional.of((long) perMinute), Optional.empty());
        List<Long> sent = new ArrayList<>();

        play(new BoundedThrottle(law.make(seed), limits), seed, 0, (throttle, now) -> {
            if (throttle.next(1) <= now) {
                sent.add(now);
            }
        });

        long minute = Duration.ofMinutes(1).toNanos();
        for (int i = 0; i < sent.size(); i++) {
            long end = sent.get(i) + minute;
            assertThat(sent.stream().skip(i).filter(at -> at < end).count()).isLessThanOrEqualTo(perMinute + 2L);
        }
    }

    @Provide
    Arbitrary<Law> laws() {
        return Arbitraries.of(Law.values());
    }

    enum Law {
        AIMD,
        ADAPTIVE;

        Throttle make(long seed) {
            return switch (this) {
                case AIMD -> new AimdThrottle(PACE, 2, Duration.ofMillis(50));
                case ADAPTIVE -> new AdaptiveThrottle(PACE, new SplittableRandom(seed));
            };
        }
    }

    @FunctionalInterface
    interface Look {
        void at(Throttle throttle, long now);
    }

    /// Four hundred steps of a service that answers, refuses and fails at random, out of order.
    private static void play(Throttle throttle, long seed, int refusedPercent, Look look) {
        RandomGenerator random = new SplittableRandom(seed);
        var out = new ArrayDeque<Dispatch>();
        long now = 0;
        long number = 0;
        for (int step = 0; step < 400; step++) {
            now = Math.max(now + random.nextLong(1_000_000), Math.min(throttle.next(1), now + MAX.toNanos() * 2));
            look.at(throttle, now);
            if (throttle.next(1) <= now) {
                var request = new Dispatch(++number, now, random.nextLong(2_000));
                throttle.on(new ThrottleEvent.Dispatched(request));
                out.add(request);
            }
            if (!out.isEmpty() && random.nextBoolean()) {
                Dispatch ended = random.nextBoolean() ? out.removeFirst() : out.removeLast();
                throttle.on(end(ended, now + 1, random, refusedPercent));
            }
        }
    }

    private static ThrottleEvent end(Dispatch request, long at, RandomGenerator random, int refusedPercent) {
        if (random.nextInt(100) < refusedPercent) {
            return new ThrottleEvent.CapacityError(request, at, RateHints.none());
        }
        return random.nextInt(20) == 0
                ? new ThrottleEvent.Failed(request, at)
                : new ThrottleEvent.Succeeded(request, at, RateHints.none());
    }
}
