package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.RateHeaders;
import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Headers are honoured, in every form, up to the ceiling: a `Retry-After` for all requests if nearly all
/// recent ones were refused, an exhausted budget in any case.
class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-15T09:30:00Z");
    private static final DelayRange PACE = new DelayRange(Duration.ZERO, Duration.ofMillis(1));
    /// The number of refusals among the last nine requests that holds the whole service.
    private static final int MAJORITY = 8;

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
            assertThat(heldFor(law, Headers.of(name, value), MAJORITY))
                    .as("%s: %s", name, value)
                    .isBetween(millis * 1_000_000, millis * 1_000_000 + 1_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "3", "7"})
    void ofAFewRequestsDelaysNoOthers(int refused) {
        for (Throttle law : laws()) {
            assertThat(heldFor(law, Headers.of("retry-after", "20"), refused)).isLessThanOrEqualTo(1_000_000);
        }
    }

    /// With 30 % random refusals, a majority of the last few is refused every second or so.
    @Test
    void ofEverySecondRequestDelaysNoOthers() {
        for (Throttle law : laws()) {
            var throttle = new BoundedThrottle(law, DeclaredLimits.NONE);
            for (int i = 1; i <= 40; i++) {
                throttle.on(new ThrottleEvent.Dispatched(new Dispatch(i, i, 0)));
            }
            for (int i = 1; i <= 40; i += 2) {
                var hints = RateHints.none().orAfter(Optional.of(Duration.ofSeconds(20)));
                throttle.on(new ThrottleEvent.CapacityError(new Dispatch(i, i, 0), 100, hints));
            }

            assertThat(throttle.heldUntil()).isEqualTo(Long.MIN_VALUE);
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
            assertThat(heldFor(law, headers, 1)).isBetween(millis * 1_000_000, millis * 1_000_000 + 1_000_000);
        }
    }

    private static Throttle[] laws() {
        return new Throttle[] {
            new AimdThrottle(PACE, 2, Duration.ofMillis(1)), new AdaptiveThrottle(PACE, new SplittableRandom(1))
        };
    }

    /// The nanoseconds from the last refusal to the next dispatch, when this many of fifteen are refused.
    private static long heldFor(Throttle law, Headers headers, int refused) {
        var throttle = new BoundedThrottle(law, DeclaredLimits.NONE);
        var hints = new RateHeaders(NOW, BoundedThrottle.CEILING).read(headers);
        for (int i = 1; i <= 15; i++) {
            throttle.on(new ThrottleEvent.Dispatched(new Dispatch(i, 0, 0)));
        }
        for (int i = 1; i <= refused; i++) {
            throttle.on(new ThrottleEvent.CapacityError(new Dispatch(i, 0, 0), 5_000_000, hints));
        }
        return Math.max(0, throttle.next(0) - 5_000_000);
    }
}
