package dev.rowan.api.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateHeadersTest {
    private static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");
    private static final RateHeaders READER = new RateHeaders(NOW, Duration.ofMinutes(10));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | PT0S",
                "7 | PT7S",
                " 1.5 | PT1.5S",
                "-3 | PT0S",
                "1000000000 | PT10M",
                "99999999999999999999 | PT10M",
                "Sun, 15 Nov 2026 10:00:30 GMT | PT30S",
                "Sun, 15 Nov 2026 09:00:00 GMT | PT0S",
                "Fri, 31 Dec 9999 23:59:59 GMT | PT10M",
                "2026-11-15T10:00:05Z | PT5S"
            })
    void readsRetryAfter(String value, Duration wait) {
        assertThat(READER.read(Headers.of("Retry-After", value)).retryAfter()).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "1e9", "NaN", "12 parsecs", "--1", "1.2.3", "Sun, 99 Nov 2026", "\u0661"})
    void takesGarbageForNothing(String value) {
        assertThat(READER.read(Headers.of("retry-after", value))).isEqualTo(RateHints.none());
    }

    @Test
    void prefersMilliseconds() {
        Headers both = Headers.of("retry-after", "2").with("retry-after-ms", "1250");
        assertThat(READER.read(both).retryAfter()).contains(Duration.ofMillis(1250));
    }

    @Test
    void fallsBackToSecondsWhenMillisecondsAreGarbage() {
        Headers both = Headers.of("retry-after", "2").with("retry-after-ms", "x");
        assertThat(READER.read(both).retryAfter()).contains(Duration.ofSeconds(2));
    }

    @Test
    void readsTheLimitsOfOpenAi() {
        Headers headers = Headers.of("x-ratelimit-limit-requests", "500")
                .with("x-ratelimit-remaining-requests", "499")
                .with("X-RateLimit-Reset-Requests", "120ms")
                .with("x-ratelimit-limit-tokens", "30000")
                .with("x-ratelimit-remaining-tokens", "29000")
                .with("x-ratelimit-reset-tokens", "6m0s");
        assertThat(READER.read(headers).budgets())
                .containsExactly(
                        budget("requests", 500L, 499L, Duration.ofMillis(120)),
                        budget("tokens", 30_000L, 29_000L, Duration.ofMinutes(6)));
    }

    @Test
    void readsTheLimitsOfAnthropic() {
        Headers headers = Headers.of("anthropic-ratelimit-requests-limit", "50")
                .with("anthropic-ratelimit-requests-remaining", "0")
                .with("anthropic-ratelimit-requests-reset", "2026-11-15T10:00:12Z")
                .with("anthropic-ratelimit-output-tokens-limit", "8000")
                .with("anthropic-ratelimit-output-tokens-remaining", "100")
                .with("anthropic-ratelimit-output-tokens-reset", "2026-11-15T11:01:00+01:00");
        RateHints hints = READER.read(headers);
        assertThat(hints.budgets())
                .containsExactly(
                        budget("requests", 50L, 0L, Duration.ofSeconds(12)),
                        budget("output_tokens", 8_000L, 100L, Duration.ofMinutes(1)));
        assertThat(hints.budget("tokens")).isEmpty();
    }

    @Test
    void keepsWhatCanBeReadOfALimit() {
        Headers headers = Headers.of("x-ratelimit-remaining-requests", "12")
                .with("x-ratelimit-reset-requests", "tomorrow")
                .with("x-ratelimit-limit-requests", "-1");
        assertThat(READER.read(headers).budgets())
                .containsExactly(
                        new RateHints.Budget("requests", Optional.empty(), Optional.of(12L), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"31s,PT31S", "0.5s,PT0.5S", "1h2m3.5s,PT10M", "34.074824224s,PT34.074824224S", "250us,PT0.00025S"})
    void readsTheAdviceOfGemini(String text, Duration wait) {
        assertThat(READER.retryDelay(text)).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "5x", "5", "5s5", "m5s", "1..2s"})
    void readsNoBareOrBrokenGoDuration(String text) {
        assertThat(GoDuration.seconds(text)).isEmpty();
    }

    @Property(tries = 500)
    void neverFailsNorWaitsBeyondTheCeiling(@ForAll String any) {
        Headers headers = Headers.of("retry-after", any)
                .with("x-ratelimit-reset-tokens", any)
                .with("anthropic-ratelimit-tokens-reset", any);
        RateHints hints = READER.read(headers);
        assertThat(hints.retryAfter().orElse(Duration.ZERO)).isBetween(Duration.ZERO, READER.ceiling());
        assertThat(hints.budgets())
                .allSatisfy(budget ->
                        assertThat(budget.reset().orElse(Duration.ZERO)).isBetween(Duration.ZERO, READER.ceiling()));
    }

    private static RateHints.Budget budget(String subject, long limit, long remaining, Duration reset) {
        return new RateHints.Budget(subject, Optional.of(limit), Optional.of(remaining), Optional.of(reset));
    }
}
