package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.simulator.BatchBench.Api;
import dev.rowan.simulator.TestBench.Got;
import dev.rowan.simulator.json.JsonObjects;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Explicit caches as Gemini has them, over HTTP.
class GeminiCachedContentTest {
    private static final String PATH = "/v1beta/cachedContents";
    private static final String GENERATE = "/v1beta/models/gemini-2.5-flash:generateContent";
    private static final String SYSTEM = "You answer with one word. ".repeat(400); // 2,600 tokens
    private static final String LEADING = "Is it positive or negative? ";

    private static Map<String, @Nullable Object> content(String text) {
        return JsonObjects.object("role", "user", "parts", List.of(JsonObjects.object("text", text)));
    }

    private static Map<String, @Nullable Object> cache(String model, String system, String ttl) {
        return JsonObjects.object(
                "model",
                "models/" + model,
                "displayName",
                "mine",
                "systemInstruction",
                content(system),
                "contents",
                List.of(content(LEADING)),
                "ttl",
                ttl);
    }

    private static Got create(BatchBench bench, String ttl) throws Exception {
        return bench.post(Api.GEMINI, PATH, cache("gemini-2.5-flash", SYSTEM, ttl));
    }

    private static Map<String, @Nullable Object> named(@Nullable Object name) {
        return JsonObjects.object("cachedContent", name, "contents", List.of(content("great")));
    }

    @Test
    void answersAsIfTheRequestHadCarriedThePrefixAndReadsAllOfIt() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            Got created = create(bench, "3600s");
            Got whole = bench.post(
                    Api.GEMINI,
                    GENERATE,
                    JsonObjects.object(
                            "systemInstruction", content(SYSTEM), "contents", List.of(content(LEADING + "great"))));
            Got cached = bench.post(Api.GEMINI, GENERATE, named(created.at("name")));

            assertThat(created.at("displayName")).isEqualTo("mine");
            assertThat(created.at("usageMetadata.totalTokenCount")).isEqualTo(2_608L);
            assertThat(cached.json().get("candidates")).isEqualTo(whole.json().get("candidates"));
            assertThat(cached.at("usageMetadata.promptTokenCount"))
                    .isEqualTo(whole.at("usageMetadata.promptTokenCount"));
            assertThat(cached.at("usageMetadata.cachedContentTokenCount")).isEqualTo(2_608L);
        }
    }

    @Test
    void billsTheTokensAndTheirStorageWhenItIsCreated() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            create(bench, "1800s");
            Got bill = bench.control("GET", "bill");

            // 0.30 dollars for a million tokens, and half of 1.00 dollar an hour
            assertThat(String.valueOf(bill.at("usd"))).isEqualTo("0.0020864");
            assertThat(bill.at("write_1h_tokens")).isEqualTo(2_608L);
        }
    }

    @Test
    void listsAndDeletes() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            Object name = create(bench, "3600s").at("name");

            assertThat(bench.ask(Api.GEMINI, "GET", PATH).at("cachedContents.0.name"))
                    .isEqualTo(name);
            assertThat(bench.ask(Api.GEMINI, "DELETE", "/v1beta/" + name).status())
                    .isEqualTo(200);
            assertThat(bench.ask(Api.GEMINI, "GET", PATH).at("cachedContents")).isEqualTo(List.of());
            assertThat(bench.ask(Api.GEMINI, "DELETE", "/v1beta/" + name).status())
                    .isEqualTo(403);
        }
    }

    @Test
    void refusesOneThatHasExpiredOrIsOfAnotherModel() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            Got expired =
                    bench.post(Api.GEMINI, GENERATE, named(create(bench, "0s").at("name")));
            Object name = create(bench, "3600s").at("name");
            Got other = bench.post(Api.GEMINI, "/v1beta/models/gemini-2.5-pro:generateContent", named(name));
            Map<String, @Nullable Object> withSystem = named(name);
            withSystem.put("systemInstruction", content("Be brief."));
            Got twice = bench.post(Api.GEMINI, GENERATE, withSystem);

            assertThat(expired.status()).isEqualTo(403);
            assertThat(expired.at("error.status")).isEqualTo("PERMISSION_DENIED");
            assertThat(String.valueOf(expired.at("error.message"))).contains("CachedContent not found");
            assertThat(other.status()).isEqualTo(400);
            assertThat(twice.status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @CsvSource({"gemini-2.5-flash, 100, 400", "gemini-2.5-pro, 600, 400", "gemini-4-flash, 600, 404"})
    void refusesWhatIsTooSmallAndModelsWithoutCaches(String model, int sentences, int status) throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String system = "You answer with one word. ".repeat(sentences);

            assertThat(bench.post(Api.GEMINI, PATH, cache(model, system, "3600s"))
                            .status())
                    .isEqualTo(status);
        }
    }
}
