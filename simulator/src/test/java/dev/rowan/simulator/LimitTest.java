package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.simulator.TestBench.Got;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Hidden limits hold to the request, for each key alone, and replies tell about them as the provider does.
class LimitTest {

    private static TestBench open(Map<String, ?> limits) throws IOException {
        return TestBench.open(Map.of("limits", limits));
    }

    /// How many of `sends` requests are admitted.
    private static int admitted(TestBench bench, int sends) throws Exception {
        int admitted = 0;
        for (int i = 0; i < sends; i++) {
            admitted += bench.post(Call.openAi("hello")).status() == 200 ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void aBucketFillsAllTheTime() throws Exception {
        try (TestBench bench = open(Map.of("requests", 10, "per", "1s", "burst", 3))) {
            assertThat(admitted(bench, 5)).isEqualTo(3);
            bench.time().advance(Duration.ofMillis(200));
            assertThat(admitted(bench, 5)).isEqualTo(2);
            bench.time().advance(Duration.ofMinutes(1));
            assertThat(admitted(bench, 5)).isEqualTo(3);
        }
    }

    @Test
    void aWindowStartsAgainWithEachPeriod() throws Exception {
        try (TestBench bench = open(Map.of("requests", 3, "per", "1m", "shape", "window"))) {
            assertThat(admitted(bench, 5)).isEqualTo(3);
            bench.time().advance(Duration.ofSeconds(59));
            assertThat(admitted(bench, 5)).isZero();
            bench.time().advance(Duration.ofSeconds(1));
            assertThat(admitted(bench, 5)).isEqualTo(3);
        }
    }

    @Test
    void tokensAreLimitedToo() throws Exception {
        try (TestBench bench = open(Map.of("tokens", 12, "per", "1s"))) {
            assertThat(admitted(bench, 5)).isEqualTo(2);
            Got got = bench.post(Call.openAi("hello"));
            assertThat(got.at("error.type")).isEqualTo("tokens");
            assertThat(got.header("x-ratelimit-limit-tokens")).contains("12");
            assertThat(got.header("x-ratelimit-remaining-tokens")).contains("2");
        }
    }

    @Test
    void eachKeyHasItsOwnLimitAndEndpointsOfOneServiceShareIt() throws Exception {
        try (TestBench bench = open(Map.of("requests", 1))) {
            assertThat(bench.post(Call.openAi("x")).status()).isEqualTo(200);
            assertThat(bench.post(Call.responses("x")).status()).isEqualTo(429);
            assertThat(bench.post(Call.anthropic("x")).status()).isEqualTo(200);
            assertThat(bench.post(Call.openAi("x").with("authorization", "Bearer other"))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void everyProviderSendsItsOwnRateHeaders() throws Exception {
        try (TestBench bench = open(Map.of("requests", 100, "tokens", 6_000))) {
            Got openAi = bench.post(Call.openAi("hello"));
            assertThat(openAi.header("x-ratelimit-limit-requests")).contains("100");
            assertThat(openAi.header("x-ratelimit-remaining-requests")).contains("99");
            assertThat(openAi.header("x-ratelimit-reset-requests")).contains("600ms");
            assertThat(openAi.header("x-ratelimit-reset-tokens")).contains("50ms");

            Got azure = bench.post(Call.azure("hello"));
            assertThat(azure.header("x-ratelimit-remaining-requests")).contains("99");
            assertThat(azure.header("x-ratelimit-remaining-tokens")).contains("5995");
            assertThat(azure.header("x-ratelimit-limit-requests")).isEmpty();

            Got anthropic = bench.post(Call.anthropic("hello"));
            assertThat(anthropic.header("anthropic-ratelimit-requests-limit")).contains("100");
            assertThat(anthropic.header("anthropic-ratelimit-tokens-remaining")).contains("5995");
            assertThat(anthropic.header("anthropic-ratelimit-requests-reset")).contains("2026-01-01T00:00:01Z");

            assertThat(bench.post(Call.openRouter("hello")).header("x-ratelimit-remaining"))
                    .contains("99");
            assertThat(bench.post(Call.gemini("hello"))
                            .response()
                            .headers()
                            .map()
                            .keySet())
                    .noneMatch(name -> name.contains("ratelimit"));
        }
    }

    @Test
    void aRejectionSaysWhenToComeBack() throws Exception {
        try (TestBench bench = open(Map.of("requests", 1, "per", "90s"))) {
            for (Call call : Call.toAll("hello")) {
                bench.post(call);
            }
            Got openAi = bench.post(Call.openAi("hello"));
            assertThat(openAi.header("retry-after")).contains("90");
            assertThat(openAi.header("retry-after-ms")).contains("90000");
            assertThat(openAi.at("error.message")).asString().contains("try again in 1m30s");
            assertThat(bench.post(Call.anthropic("hello")).header("retry-after"))
                    .contains("90");
            Got gemini = bench.post(Call.gemini("hello"));
            assertThat(gemini.header("retry-after")).isEmpty();
            assertThat(gemini.at("error.details.0.retryDelay")).isEqualTo("90s");
            assertThat(bench.post(Call.analyze("hello")).at("error.code")).isEqualTo("TooManyRequests");
        }
    }

    @Test
    void headersAndAdviceCanBeOff() throws Exception {
        try (TestBench bench = open(Map.of("requests", 1, "headers", false, "retry_after", false))) {
            bench.post(Call.openAi("hello"));
            Got got = bench.post(Call.openAi("hello"));

            assertThat(got.status()).isEqualTo(429);
            assertThat(got.response().headers().map().keySet())
                    .noneMatch(name -> name.contains("ratelimit") || name.startsWith("retry"));
        }
    }

    @Test
    void aLimitCanBeHalvedWhileItIsInUse() throws Exception {
        try (TestBench bench = open(Map.of("requests", 10, "per", "1s"))) {
            assertThat(admitted(bench, 10)).isEqualTo(10);
            bench.change(Map.of("limits", Map.of("requests", 5, "per", "1s")));
            assertThat(admitted(bench, 3)).isZero();
            bench.time().advance(Duration.ofSeconds(1));
            assertThat(admitted(bench, 10)).isEqualTo(5);
        }
    }
}
