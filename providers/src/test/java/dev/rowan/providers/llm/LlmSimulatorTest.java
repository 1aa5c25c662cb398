package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.providers.openai.CompatibleApi;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every provider's way of speaking, over HTTP, against the simulator.
class LlmSimulatorTest {
    private static final Row ROW = Row.of("text", "I love it");
    private static final String PROMPT = "Is this positive, negative or neutral? {{ text }}";
    private static final Map<String, Object> SCHEMA = Map.of(
            "type", "object",
            "properties",
                    Map.of(
                            "mood", Map.of("type", "string", "enum", List.of("positive", "negative")),
                            "why", Map.of("type", "string")),
            "required", List.of("mood"));

    static Stream<Arguments> providers() {
        return Stream.concat(Stream.of(ownApis()), CompatibleApi.all().stream().map(LlmSimulatorTest::compatible));
    }

    /// An entry of the table is all that a compatible provider needs.
    private static Arguments compatible(CompatibleApi api) {
        return provider(
                new LlmPlugin(), api.name(), options("model", api.name() + "/vendor/model-1", "base_url", "simulator"));
    }

    private static Arguments[] ownApis() {
        return new Arguments[] {
            provider(new LlmPlugin(), "openai_chat", options("model", "simulator/chat")),
            provider(new LlmPlugin(), "openai_chat", options("model", "openai/gpt-4o-mini", "base_url", "simulator")),
            provider(
                    new LlmPlugin(),
                    "openai_responses",
                    options("model", "openai:gpt-5", "base_url", "simulator", "api", "responses")),
            provider(new LlmPlugin(), "azure_chat", options("model", "azure/gpt-4o", "base_url", "simulator")),
            provider(
                    new LlmPlugin(),
                    "anthropic_messages",
                    options("model", "anthropic/claude-sonnet-4-5", "base_url", "simulator")),
            provider(
                    new LlmPlugin(),
                    "anthropic_messages",
                    options(
                            "model", "anthropic/claude-haiku-4-5",
                            "base_url", "simulator",
                            "api_version", "2026-10-21")),
            provider(
                    new LlmPlugin(),
                    "gemini_generate",
                    options("model", "gemini/gemini-2.5-flash", "base_url", "simulator")),
            provider(
                    new LlmPlugin(),
                    "openrouter_chat",
                    options("model", "openrouter/a/gpt-b", "base_url", "simulator")),
            provider(
                    new LlmPlugin(),
                    "bedrock_converse",
                    options("model", "bedrock/us.anthropic.claude-sonnet-5-v1:0", "base_url", "simulator")),
            provider(
                    new LlmPlugin(),
                    "vertex_generate",
                    options("model", "vertex/gemini-2.5-flash", "base_url", "simulator")),
            provider(
                    new LlmPlugin(),
                    "vertex_predict",
                    options("model", "vertex/claude-sonnet-5@20260901", "base_url", "simulator")),
            provider(new AzureLlmPlugin(), "azure_chat", options("deployment_name", "mine", "endpoint", "simulator")),
            provider(
                    new AzureLlmPlugin(),
                    "azure_chat",
                    options("deployment_name", "mine", "endpoint", "simulator", "api_version", "2024-10-21")),
            provider(
                    new OpenRouterLlmPlugin(),
                    "openrouter_chat",
                    options("model", "anthropic/claude-x", "base_url", "simulator"))
        };
    }

    private static Arguments provider(TransformPlugin plugin, String endpoint, Map<String, Object> options) {
        return Arguments.of(plugin, endpoint, options);
    }

    private static Map<String, Object> with(Map<String, Object> options, Object... more) {
        Map<String, Object> all = new HashMap<>(options);
        all.putAll(options("user_prompt_template", PROMPT, "output_key", "answer"));
        all.putAll(options(more));
        return all;
    }

    @ParameterizedTest
    @MethodSource("providers")
    void answersAreReadAndTheirCostIsWhatWasBilled(TransformPlugin plugin, String endpoint, Map<String, Object> options)
            throws Exception {
        try (var calls = SimulatedCalls.open(Map.of())) {
            Given given = Given.of(plugin, with(options, "system_prompt", "Be brief."))
                    .prepare(calls.setup());

            assertThat(given.answered(ROW, calls)).isEqualTo(ROW.with("answer", "positive"));
            assertThat(calls.done()).singleElement().satisfies(done -> {
                assertThat(done.receipt().disposition()).isEqualTo(Receipt.Disposition.ANSWERED);
                assertThat(done.receipt().requestId()).isPresent();
            });
            assertThat(calls.look("bill").at("usd").number().orElseThrow())
                    .isEqualByComparingTo(calls.spent().dollars())
                    .isPositive();
            assertThat(calls.look("journal").toString()).contains(endpoint);
        }
    }

    /// The schema is neither closed nor are all its properties required: no provider may mind.
    @ParameterizedTest
    @MethodSource("providers")
    void schemasAreSentInTheFormThatTheProviderTakes(
            TransformPlugin plugin, String endpoint, Map<String, Object> options) throws Exception {
        try (var calls = SimulatedCalls.open(Map.of())) {
            Given given =
                    Given.of(plugin, with(options, "output_schema", SCHEMA)).prepare(calls.setup());

            assertThat(given.answered(ROW, calls).get("answer"))
                    .isInstanceOf(Map.class)
                    .asString()
                    .contains("mood=positive");
            assertThat(calls.done()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void everyEndingButAStopHasItsName(TransformPlugin plugin, String endpoint, Map<String, Object> options)
            throws Exception {
        for (String ending : List.of("length", "content_filter", "refusal", "prompt_blocked")) {
            try (var calls = SimulatedCalls.open(Map.of("faults", Map.of("ending:" + ending, 1)))) {
                Given given = Given.of(plugin, with(options)).prepare(calls.setup());

                assertThat(given.failed(ROW, calls).code())
                        .as(endpoint + " " + ending)
                        .isEqualTo(code(endpoint, ending));
            }
        }
    }

    /// Anthropic has one word for a filter and a refusal, and so has Gemini.
    private static String code(String endpoint, String ending) {
        boolean isRefusal = switch (endpoint) {
            case "anthropic_messages", "vertex_predict" -> true;
            case "gemini_generate", "bedrock_converse", "vertex_generate" -> false;
            default -> ending.equals("refusal");
        };
        return ending.equals("length") ? "response_truncated" : isRefusal ? "model_refused" : "content_filtered";
    }

    @ParameterizedTest
    @MethodSource("providers")
    void unknownUsageIsAnUnknownCost(TransformPlugin plugin, String endpoint, Map<String, Object> options)
            throws Exception {
        try (var calls = SimulatedCalls.open(Map.of("faults", Map.of("no_usage", 1)))) {
            Given.of(plugin, with(options)).prepare(calls.setup()).answered(ROW, calls);

            assertThat(calls.done().getFirst().receipt().cost()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void rejectionsHaveTheirStanding(TransformPlugin plugin, String endpoint, Map<String, Object> options)
            throws Exception {
        for (var rejected : Map.of(
                        429, Receipt.Disposition.CAPACITY,
                        503, Receipt.Disposition.CAPACITY,
                        500, Receipt.Disposition.RETRYABLE,
                        401, Receipt.Disposition.DEAD_KEY)
                .entrySet()) {
            try (var calls = SimulatedCalls.open(Map.of("faults", Map.of("status:" + rejected.getKey(), 1)))) {
                Reason reason =
                        Given.of(plugin, with(options)).prepare(calls.setup()).failed(ROW, calls);

                assertThat(reason.code()).isEqualTo("api_error");
                assertThat(reason.details()).containsEntry("status_code", (long) rejected.getKey());
                assertThat(calls.done().getFirst().receipt().disposition())
                        .as(endpoint + " " + rejected.getKey())
                        .isEqualTo(rejected.getValue());
            }
        }
    }

    @Test
    void brokenBodiesAreMalformedAndPaidFor() throws Exception {
        for (String body :
                List.of("html", "empty", "invalid_utf8", "deep_json", "duplicate_keys", "nan", "wrong_type")) {
            try (var calls = SimulatedCalls.open(Map.of("faults", Map.of("body:" + body, 1)))) {
                Reason reason = Given.of(new LlmPlugin(), asking())
                        .prepare(calls.setup())
                        .failed(ROW, calls);

                assertThat(reason.code()).as(body).isEqualTo("malformed_response");
                assertThat(calls.done().getFirst().receipt().disposition()).isEqualTo(Receipt.Disposition.UNREADABLE);
            }
        }
    }

    @Test
    void theQuestionsOfAllRowsAreOnTheWireAtOnce() throws Exception {
        int rows = 30;
        List<Object> queries = IntStream.range(0, 4)
                .<Object>mapToObj(i -> options("output_key", "q" + i, "user_prompt_template", i + " {{ text }}"))
                .toList();
        try (var calls = SimulatedCalls.open(Map.of("latency", Map.of("shape", "fixed", "typical", "2s")));
                var scope = CallScope.open("rows")) {
            Given given = Given.of(new LlmPlugin(), options("model", "simulator/chat", "queries", queries))
                    .prepare(calls.setup());
            List<FutureTask<Row>> tasks = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                Row row = Row.of("text", "row " + i);
                tasks.add(scope.fork(() -> given.answered(row, calls)));
            }
            for (int i = 0; i < rows; i++) {
                assertThat(tasks.get(i).get().get("q3")).isEqualTo("Echo: 3 row " + i);
            }

            assertThat(calls.look("stats")
                            .at("endpoints")
                            .at("openai_chat")
                            .at("peak_in_flight")
                            .count())
                    .as(calls.look("stats").toString())
                    .hasValue(120L);
        }
    }
}
