package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.RateHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a service asks for in a header is kept, in every form, up to the ceiling: nothing goes before.
class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-15T09:30:00Z");
    private static final Pace PACE = new Pace(Duration.ZERO, Duration.ofMillis(1));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            retry-after                           | 2                             | 2000
            retry-after                           | 0.5                           | 500
            retry-after                           | Sun, 15 Nov 2026 09:30:07 GMT | 7000
            retry-after                           | 1000000000                    | 600000
            retry-after                           | Fri, 31 Dec 2027 23:59:59 GMT | 600000
            retry-after-ms                        | 1500                          | 1500
            retry-after                           | Sun, 15 Nov 2026 09:29:00 GMT | 0
            retry-after                           | -3                            | 0
            retry-after                           | soon                          | 0
            retry-after                           | ''                            | 0
            """)
    void isKeptInEveryForm(String name, String value, long millis) {
        for (Throttle law : laws()) {
            assertThat(heldFor(law, Headers.of(name, value)))
                    .as("%s: %s", name, value)
                    .isBetween(millis * 1_000_000, millis * 1_000_000 + 1_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x-ratelimit-%s-requests        | 6m0s                 | 6000
            anthropic-ratelimit-requests-%s | 2026-11-15T09:31:00Z | 1000
            """)
    void aLimitWithNothingLeftIsWaitedForUntilOneIsLeft(String names, String reset, long millis) {
        var headers = Headers.of(names.formatted("limit"), "60")
                .with(names.formatted("remaining"), "0")
                .with(names.formatted("reset"), reset);

        for (Throttle law : laws()) {
            assertThat(heldFor(law, headers)).isBetween(millis * 1_000_000, millis * 1_000_000 + 1_000_000);
        }
    }

    private static Throttle[] laws() {
        return new Throttle[] {
            new AimdThrottle(PACE, 2, Duration.ofMillis(1)), new AdaptiveThrottle(PACE, new SplittableRandom(1))
        };
    }

    /// The nanoseconds from the refusal to the next request that may go.
    private static long heldFor(Throttle law, Headers headers) {
        var throttle = new BoundedThrottle(law, Limits.NONE);
        var request = new Dispatch(1, 0, 0);
        throttle.on(new ThrottleEvent.Dispatched(request));
        var hints = new RateHeaders(NOW, BoundedThrottle.CEILING).read(headers);
        throttle.on(new ThrottleEvent.CapacityError(request, 5_000_000, hints));
        return Math.max(0, throttle.next(0) - 5_000_000);
    }
}
