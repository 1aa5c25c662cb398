package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A service that answers so many requests at once and refuses more, whatever their rate, in simulated time.
class ConcurrencyLimitTest {
    private static final DelayRange PACE = new DelayRange(Duration.ZERO, Duration.ofSeconds(5));
    private static final double WAY = 0.01;
    private static final double WARM = 120;
    private static final double END = 420;

    private final PriorityQueue<Happening> happenings = new PriorityQueue<>(Comparator.comparingDouble(Happening::at));

    private enum What {
        ARRIVED,
        SERVED,
        ANSWERED,
        REFUSED
    }

    private record Happening(double at, What what, Dispatch request) {}

    private record Seen(double used, double refused) {}

    @ParameterizedTest
    @CsvSource({"20, 1, 1", "20, 1, 2", "200, 1, 1", "200, 1, 2", "200, 10, 1"})
    void theSearchUsesALimitOnConcurrency(int most, double latency, long seed) {
        Seen seen = play(most, latency, 0, seed);

        assertThat(seen.used()).isGreaterThan(0.95);
        assertThat(seen.refused()).isLessThan(0.013);
    }

    @ParameterizedTest
    @CsvSource({"20, 1, 1", "200, 1, 1"})
    void theSearchUsesALimitOnConcurrencyBehindNoise(int most, double latency, long seed) {
        Seen seen = play(most, latency, 0.01, seed);

        assertThat(seen.used()).isGreaterThan(0.90);
        assertThat(seen.refused()).isLessThan(0.03);
    }

    /// There is always something to send, by four times as many at once as the service answers.
    private Seen play(int most, double latency, double noise, long seed) {
        var throttle = new AdaptiveThrottle(PACE, new SplittableRandom(seed));
        var random = new SplittableRandom(seed);
        double now = 0;
        long number = 0;
        int out = 0;
        int served = 0;
        double busy = 0;
        long arrived = 0;
        long refused = 0;
        while (now < END) {
            double send = out < 4 * most ? Math.max(now, throttle.next(0) / 1e9) : Double.POSITIVE_INFINITY;
            Happening next = happenings.peek();
            double then = Math.min(send, next == null ? Double.POSITIVE_INFINITY : next.at);
            busy += now > WARM ? served * (then - now) : 0;
            now = then;
            if (next == null || send < next.at) {
                out++;
                var request = new Dispatch(++number, (long) (now * 1e9), 0);
                throttle.on(new ThrottleEvent.Dispatched(request));
                happenings.add(new Happening(now + WAY * (1 + 0.5 * random.nextDouble()), What.ARRIVED, request));
                continue;
            }
            happenings.remove();
            switch (next.what) {
                case ARRIVED -> {
                    boolean admitted = random.nextDouble() >= noise && served < most;
                    served += admitted ? 1 : 0;
                    arrived += now > WARM ? 1 : 0;
                    refused += now > WARM && !admitted ? 1 : 0;
                    double takes = latency * Math.exp(0.3 * random.nextGaussian());
                    happenings.add(
                            admitted
                                    ? new Happening(now + takes, What.SERVED, next.request)
                                    : new Happening(now + WAY, What.REFUSED, next.request));
                }
                case SERVED -> {
                    served--;
                    happenings.add(new Happening(now + WAY, What.ANSWERED, next.request));
                }
                case ANSWERED -> {
                    out--;
                    throttle.on(new ThrottleEvent.Succeeded(next.request, (long) (now * 1e9), RateHints.none()));
                }
                case REFUSED -> {
                    out--;
                    throttle.on(new ThrottleEvent.CapacityError(next.request, (long) (now * 1e9), RateHints.none()));
                }
            }
        }
        return new Seen(busy / (most * (END - WARM)), (double) refused / arrived);
    }
}
