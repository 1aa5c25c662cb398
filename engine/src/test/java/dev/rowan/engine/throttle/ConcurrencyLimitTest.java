package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A service with a concurrency limit and no rate limit, in simulated time.
class ConcurrencyLimitTest {
    private static final DelayRange PACE = new DelayRange(Duration.ZERO, Duration.ofSeconds(5));
    private static final double WAY = 0.01;
    private static final double WARM = 120;
    private static final double END = 420;

    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingDouble(Event::at));

    private enum What {
        ARRIVED,
        SERVED,
        ANSWERED,
        REFUSED
    }

    private record Event(double at, What what, Dispatch request) {}

    private record Seen(double used, double refused) {}

    @ParameterizedTest
    @CsvSource({"20, 1, 1", "20, 1, 2", "200, 1, 1", "200, 1, 2", "200, 10, 1"})
    void theSearchUsesALimitOnConcurrency(int max, double latency, long seed) {
        Seen seen = play(max, latency, 0, seed);

        assertThat(seen.used()).isGreaterThan(0.95);
        assertThat(seen.refused()).isLessThan(0.013);
    }

    @ParameterizedTest
    @CsvSource({"20, 1, 1", "200, 1, 1"})
    void theSearchUsesALimitOnConcurrencyBehindNoise(int max, double latency, long seed) {
        Seen seen = play(max, latency, 0.01, seed);

        assertThat(seen.used()).isGreaterThan(0.90);
        assertThat(seen.refused()).isLessThan(0.03);
    }

    /// There is always something to send, with four times the service's concurrency.
    private Seen play(int max, double latency, double noise, long seed) {
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
            double send = out < 4 * max ? Math.max(now, throttle.next(0) / 1e9) : Double.POSITIVE_INFINITY;
            Event next = events.peek();
            double then = Math.min(send, next == null ? Double.POSITIVE_INFINITY : next.at);
            busy += now > WARM ? served * (then - now) : 0;
            now = then;
            if (next == null || send < next.at) {
                out++;
                var request = new Dispatch(++number, (long) (now * 1e9), 0);
                throttle.on(new ThrottleEvent.Dispatched(request));
                events.add(new Event(now + WAY * (1 + 0.5 * random.nextDouble()), What.ARRIVED, request));
                continue;
            }
            events.remove();
            switch (next.what) {
                case ARRIVED -> {
                    boolean admitted = random.nextDouble() >= noise && served < max;
                    served += admitted ? 1 : 0;
                    arrived += now > WARM ? 1 : 0;
                    refused += now > WARM && !admitted ? 1 : 0;
                    double takes = latency * Math.exp(0.3 * random.nextGaussian());
                    events.add(
                            admitted
                                    ? new Event(now + takes, What.SERVED, next.request)
                                    : new Event(now + WAY, What.REFUSED, next.request));
                }
                case SERVED -> {
                    served--;
                    events.add(new Event(now + WAY, What.ANSWERED, next.request));
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
        return new Seen(busy / (max * (END - WARM)), (double) refused / arrived);
    }
}
