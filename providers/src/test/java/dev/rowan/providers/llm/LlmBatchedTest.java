package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.FakeSetup;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the llm transforms say of the batch services of their providers.
class LlmBatchedTest {
    private static final String USED = "\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":100,"
            + "\"prompt_tokens_details\":{\"cached_tokens\":400}}";
    private static final Map<String, Object> PRICE = Map.of("input", 2, "cached_input", 1, "output", 10);

    static List<Arguments> services() {
        return List.of(
                Arguments.of(new LlmPlugin(), options("model", "simulator/chat"), "simulator", 50_000),
                Arguments.of(new LlmPlugin(), options("model", "openai/gpt-4o"), "openai", 50_000),
                Arguments.of(
                        new LlmPlugin(), options("model", "openai/gpt-4o", "base_url", "simulator"), "openai", 50_000),
                Arguments.of(new LlmPlugin(), options("model", "openai/gpt-4o", "api", "responses"), "openai", 50_000),
                Arguments.of(new LlmPlugin(), options("model", "azure/mine"), "azure", 100_000),
                Arguments.of(new AzureLlmPlugin(), options("deployment_name", "mine"), "azure", 100_000),
                Arguments.of(new LlmPlugin(), options("model", "anthropic/claude-x"), "anthropic", 100_000));
    }

    private static Given given(TransformPlugin plugin, Map<String, Object> target, Object... more) {
        Map<String, Object> all = options("user_prompt_template", "{{ text }}", "output_key", "answer");
        all.putAll(target);
        all.putAll(options(more));
        return Given.of(plugin, all);
    }

    @ParameterizedTest
    @MethodSource("services")
    void knowsTheTermsBeforeAnythingIsPrepared(
            TransformPlugin plugin, Map<String, Object> target, String provider, int most) {
        LlmTransform transform = given(plugin, target).transform();
        BatchLimits terms = transform.batchLimits().orElseThrow();

        assertThat(terms.provider()).isEqualTo(provider);
        assertThat(terms.maxRequests()).isEqualTo(most);
        assertThat(terms.share()).isEqualTo(new BigDecimal("0.5"));
        assertThat(transform.batchShare()).contains(terms.share());
        assertThat(plugin.capabilities()).contains(Capability.BATCHES);
    }

    @Test
    void hasNoTermsWhereThereIsNoBatchService() {
        assertThat(given(new OpenRouterLlmPlugin(), options("model", "a/b"))
                        .transform()
                        .batchLimits())
                .isEmpty();
        assertThat(given(new LlmPlugin(), options("model", "openrouter/a/b"))
                        .transform()
                        .batchShare())
                .isEmpty();
    }

    @Test
    void aServerNamedByBaseUrlMayHaveABatchService() throws Exception {
        assertThat(given(new LlmPlugin(), options("model", "openai/x", "base_url", "http://127.0.0.1:9/v1"))
                        .transform()
                        .batchLimits())
                .isPresent();
    }

    @Test
    void asksTheBatchServiceAtTheAddressOfTheCalls() throws Exception {
        var setup = new FakeSetup(
                Map.of("AZURE_OPENAI_ENDPOINT", "https://mine.example", "AZURE_OPENAI_API_KEY", "key-of-a-test"),
                Optional.empty(),
                false);
        BatchService azure = given(
                        new AzureLlmPlugin(), options("deployment_name", "mine", "api_version", "2024-10-21"))
                .prepare(setup)
                .transform()
                .batchService();

        assertThat(azure.model()).isEqualTo("mine");
        assertThat(azure.account().uri())
                .isEqualTo(URI.create("https://mine.example/openai/batches?api-version=2024-10-21&limit=1"));
        assertThat(azure.account().credentials())
                .singleElement()
                .satisfies(credential -> assertThat(credential.header()).isEqualTo("api-key"));
    }

    @ParameterizedTest
    @MethodSource("services")
    void takesItsOwnQuestionsInBatches(TransformPlugin plugin, Map<String, Object> target, String provider, int most)
            throws Exception {
        String place = plugin instanceof AzureLlmPlugin ? "endpoint" : "base_url";
        Map<String, Object> simulated = new LinkedHashMap<>(target);
        if (!provider.equals("simulator")) {
            simulated.put(place, "simulator");
        }
        LlmTransform transform = given(plugin, simulated, "system_prompt", "two\nlines")
                .prepare(Given.setup(Map.of()))
                .transform();
        BatchService service = transform.batchService();
        List<Call> calls = ((CallPlanner.Plan.Sends) transform.plan(Row.of("text", "a\r\nb \u2028"))).calls();

        assertThat(service.refusal(calls.getFirst().request().body().bytes())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai/gpt-4o", "azure/mine"})
    void countsHalfThePriceForAReplyOfABatch(String model) throws Exception {
        LlmTransform transform = given(
                        new LlmPlugin(), options("model", model, "base_url", "simulator"), "price", PRICE)
                .prepare(Given.setup(Map.of()))
                .transform();

        // 600 × 2 + 400 × 1 + 100 × 10, for a million, by half
        assertThat(cost(
                        transform,
                        "{\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]," + USED + "}"))
                .isEqualByComparingTo("0.0013");
    }

    @Test
    void countsWhatGeminiFoundInItsCacheInFull() throws Exception {
        LlmTransform transform = given(
                        new LlmPlugin(), options("model", "gemini/g", "base_url", "simulator"), "price", PRICE)
                .prepare(Given.setup(Map.of()))
                .transform();

        // (600 × 2 + 100 × 10) by half, and 400 × 1, for a million
        assertThat(
                        cost(
                                transform,
                                "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"x\"}]},\"finishReason\":\"STOP\"}],"
                                        + "\"usageMetadata\":{\"promptTokenCount\":1000,\"cachedContentTokenCount\":400,\"candidatesTokenCount\":100}}"))
                .isEqualByComparingTo("0.0015");
    }

    private static BigDecimal cost(LlmTransform transform, String body) {
        Receipt receipt = transform.batchService().receipt(reply(200, body));
        assertThat(receipt.disposition()).isEqualTo(Receipt.Disposition.ANSWERED);
        return receipt.cost().orElseThrow().dollars();
    }

    private static WireReply.Complete reply(int status, String body) {
        Payload payload = Payload.utf8(body);
        return new WireReply.Complete(
                status,
                Headers.none(),
                payload,
                Optional.empty(),
                new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
    }

    @Test
    void readsReceiptsOfWhateverComes() throws Exception {
        LlmTransform transform = given(new LlmPlugin(), options("model", "simulator/chat"))
                .prepare(Given.setup(Map.of()))
                .transform();

        assertThat(transform.batchService().receipt(reply(200, "<html>")).disposition())
                .isEqualTo(Receipt.Disposition.UNREADABLE);
        assertThat(transform.batchService().receipt(reply(429, "")).disposition())
                .isEqualTo(Receipt.Disposition.CAPACITY);
        assertThat(transform.batchService().receipt(reply(400, "{}")).disposition())
                .isEqualTo(Receipt.Disposition.INVALID);
    }

    @Test
    void warnsOfASchemaThatOnlyTheEndOfABatchWouldShowToBeWrong() {
        Map<String, Object> bounded =
                Map.of("type", "object", "properties", Map.of("age", Map.of("type", "integer", "minimum", 0)));
        Map<String, Object> anthropic = asking("model", "anthropic/claude-x", "output_schema", bounded);
        Map<String, Object> openAi = asking("model", "openai/gpt-4o", "output_schema", bounded);

        assertThat(Given.of(new LlmPlugin(), anthropic).transform().batchProblem())
                .hasValueSatisfying(why -> assertThat(why).contains("output_schema/properties/age has 'minimum'"));
        assertThat(Given.of(new LlmPlugin(), openAi).transform().batchProblem()).isEmpty();
        assertThat(Given.of(new LlmPlugin(), asking("model", "anthropic/claude-x"))
                        .transform()
                        .batchProblem())
                .isEmpty();
    }
}
