package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateHeadersTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
    private static final Duration CEILING = Duration.ofMinutes(10);

    @ParameterizedTest
    @CsvSource({
        "retry-after, 20, PT20S",
        "retry-after, 1.5, PT1.5S",
        "retry-after, 0, PT0S",
        "retry-after, 'Sun, 15 Nov 2026 12:00:42 GMT', PT42S",
        "retry-after, 'Sun, 15 Nov 2026 11:00:00 GMT', PT0S",
        "retry-after, 1000000000, PT10M",
        "retry-after, 999999999999999999, PT10M",
        "retry-after-ms, 250, PT0.25S",
        "retry-after-ms, 20.5, PT0.0205S"
    })
    void readsHowLongToStayAway(String name, String value, Duration expected) {
        assertThat(read(Map.of(name, value)).wait(CEILING)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-5", "NaN", "1e9", "٣", "12:00", "99999999999999999999", "Sun, 99 Nov 2026"})
    void takesGarbageForNoAdvice(String value) {
        assertThat(read(Map.of("retry-after", value))).isEqualTo(RateAdvice.NONE);
    }

    @Test
    void millisecondsAreMorePreciseThanSeconds() {
        assertThat(read(Map.of("retry-after", "1", "retry-after-ms", "400")).retryAfter())
                .contains(Duration.ofMillis(400));
    }

    @Test
    void garbageInMillisecondsLeavesTheSeconds() {
        assertThat(read(Map.of("retry-after", "3", "retry-after-ms", "soon")).retryAfter())
                .contains(Duration.ofSeconds(3));
    }

    @ParameterizedTest
    @CsvSource({"6m0s, PT6M", "20ms, PT0.02S", "1h2m3.5s, PT1H2M3.5S", "7, PT7S", "2026-11-15T12:00:09Z, PT9S"})
    void readsTheResetOfALimit(String reset, Duration expected) {
        RateAdvice advice = read(Map.of(
                "x-ratelimit-limit-requests", "60",
                "x-ratelimit-remaining-requests", "59",
                "x-ratelimit-reset-requests", reset));

        assertThat(advice.requests())
                .contains(new RateAdvice.Quota(Optional.of(60L), Optional.of(59L), Optional.of(expected)));
        assertThat(advice.wait(CEILING)).isEmpty();
    }

    @Test
    void readsTheLimitsOfTheAnthropicKind() {
        RateAdvice advice = read(Map.of(
                "anthropic-ratelimit-tokens-limit", "80000",
                "anthropic-ratelimit-tokens-remaining", "0",
                "anthropic-ratelimit-tokens-reset", "2026-11-15T12:00:08Z"));

        assertThat(advice.tokens())
                .contains(new RateAdvice.Quota(
                        Optional.of(80_000L), Optional.of(0L), Optional.of(Duration.ofSeconds(8))));
    }

    @Test
    void aLimitWithNothingLeftAsksForOneShareOfItsReset() {
        RateAdvice advice = read(Map.of(
                "x-ratelimit-limit-requests", "60",
                "x-ratelimit-remaining-requests", "0",
                "x-ratelimit-reset-requests", "1m0s"));

        assertThat(advice.wait(CEILING)).contains(Duration.ofSeconds(1));
    }

    @Test
    void aResetWithoutALimitIsWaitedForWhole() {
        RateAdvice advice = read(Map.of("x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "6s"));

        assertThat(advice.wait(CEILING)).contains(Duration.ofSeconds(6));
    }

    @Property
    void noTextBreaksTheReader(@ForAll String text) {
        RateAdvice advice = RateHeaders.read(_ -> Optional.of(text), NOW);

        assertThat(advice.wait(CEILING).orElse(Duration.ZERO)).isBetween(Duration.ZERO, CEILING);
    }

    private static RateAdvice read(Map<String, String> headers) {
        return RateHeaders.read(name -> Optional.ofNullable(headers.get(name)), NOW);
    }
}
