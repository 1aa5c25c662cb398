package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The parameters of a request at each provider: how they are sent, and where they are refused before anything is.
class LlmParametersTest {
    private static final Row ROW = Row.of("text", "I love it");

    /// The answers of the simulator come from an LLM service of every kind.
    static List<Arguments> mappings() {
        Map<String, Object> all =
                options("top_p", 0.5, "seed", 7, "stop", List.of("END", "\n\n"), "reasoning_effort", "low");
        String chat = "\"top_p\":0.5,\"seed\":7,\"stop\":[\"END\",\"\\n\\n\"],\"reasoning_effort\":\"low\"";
        return List.of(
                Arguments.of("openai/gpt-5.1", "chat", all, chat),
                Arguments.of("azure/mine", "chat", all, chat),
                Arguments.of("simulator/chat", "chat", all, chat),
                Arguments.of(
                        "openrouter/vendor/model",
                        "chat",
                        all,
                        "\"top_p\":0.5,\"seed\":7,\"stop\":[\"END\",\"\\n\\n\"],\"reasoning\":{\"effort\":\"low\"}"),
                Arguments.of(
                        "openai/gpt-5.1",
                        "responses",
                        options("top_p", 0.5, "reasoning_effort", "xhigh"),
                        "\"top_p\":0.5,\"reasoning\":{\"effort\":\"xhigh\"}"),
                Arguments.of(
                        "anthropic/claude-x",
                        "chat",
                        options("top_p", 0.5, "stop", "END", "reasoning_effort", "max"),
                        "\"top_p\":0.5,\"stop_sequences\":[\"END\"],\"output_config\":{\"effort\":\"max\"}"),
                Arguments.of(
                        "gemini/gemini-3-flash",
                        "chat",
                        all,
                        "\"topP\":0.5,\"seed\":7,\"stopSequences\":[\"END\",\"\\n\\n\"],"
                                + "\"thinkingConfig\":{\"thinkingLevel\":\"low\"}"),
                Arguments.of(
                        "gemini/gemini-2.5-flash",
                        "chat",
                        options("reasoning_effort", "medium"),
                        "\"thinkingConfig\":{\"thinkingBudget\":8192}"));
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void areSentAsEachProviderNamesThem(String model, String api, Map<String, Object> parameters, String sent)
            throws Exception {
        Call call = planned(model, api, parameters);

        assertThat(call.request().body().asText()).contains(sent);
    }

    /// A batch carries the same bodies, and its own check lets them pass.
    @ParameterizedTest
    @MethodSource("mappings")
    void areTheSameInABatch(String model, String api, Map<String, Object> parameters, String sent) throws Exception {
        Given given = given(model, api, parameters);
        if (given.transform().batchLimits().isEmpty()) {
            assertThat(model).startsWith("openrouter");
            return;
        }
        byte[] body = call(given).request().body().bytes();

        assertThat(given.transform().batchService().refusal(body)).isEmpty();
        assertThat(new String(given.transform().batchService().line("id-1", body), StandardCharsets.UTF_8))
                .contains(sent);
    }

    @ParameterizedTest
    @MethodSource("mappings")
    void areTakenByTheSimulatedService(String model, String api, Map<String, Object> parameters, String sent)
            throws Exception {
        try (SimulatedCalls calls = SimulatedCalls.open(Map.of())) {
            Map<String, Object> all = settings(model, api, parameters);
            all.put("price", options("input", 1, "output", 1));

            assertThat(Given.of(new LlmPlugin(), all)
                            .prepare(calls.setup())
                            .answered(ROW, calls)
                            .get("answer"))
                    .isNotNull();
        }
    }

    @Test
    void nothingIsSentThatWasNotSet() throws Exception {
        assertThat(planned("openai/gpt-5", "chat", Map.of()).request().body().asText())
                .isEqualTo("{\"model\":\"gpt-5\",\"messages\":[{\"role\":\"user\",\"content\":\"I love it\"}],"
                        + "\"max_completion_tokens\":1024}");
    }

    @Test
    void moreFieldsAreMergedIntoTheBody() throws Exception {
        Map<String, Object> extra = options(
                "extra_body",
                options("generationConfig", options("topK", 5), "labels", options("team", "a")),
                "seed",
                7);
        Object body = RowJson.readValue(
                planned("gemini/gemini-3-flash", "chat", extra).request().body().bytes());

        assertThat(body)
                .isEqualTo(Map.of(
                        "contents",
                        List.of(Map.of("role", "user", "parts", List.of(Map.of("text", "I love it")))),
                        "generationConfig",
                        Map.of("maxOutputTokens", 1024L, "seed", 7L, "topK", 5L),
                        "labels",
                        Map.of("team", "a")));
        assertThat(planned(
                                "openrouter/a/b",
                                "chat",
                                options(
                                        "extra_body", options("provider", options("sort", "price")),
                                        "output_schema", options("type", "object")))
                        .request()
                        .body()
                        .asText())
                .contains("\"provider\":{\"sort\":\"price\",\"require_parameters\":true}");
    }

    @Test
    void moreFieldsCountInTheWorstCase() throws Exception {
        long plain = planned("simulator/chat", "chat", Map.of()).estimate().maxTokens();
        long more = planned("simulator/chat", "chat", options("extra_body", options("note", "x".repeat(500))))
                .estimate()
                .maxTokens();

        assertThat(more).isGreaterThan(plain + 500);
    }

    static List<Arguments> problems() {
        return List.of(
                Arguments.of("anthropic/claude-x", options("seed", 1), "must be absent: anthropic has no seed"),
                Arguments.of(
                        "anthropic/claude-x",
                        options("reasoning_effort", "minimal"),
                        "must be one of low, medium, high, xhigh, max at anthropic, got 'minimal'"),
                Arguments.of(
                        "anthropic/claude-x",
                        options("api_version", "2026-10-21", "top_p", 0.5),
                        "must be absent: top_p is not accepted by anthropic-version 2026-10-21"),
                Arguments.of("anthropic/claude-x", options("stop", " "), "must not be blank at anthropic"),
                Arguments.of(
                        "openai/gpt-5",
                        options("api", "responses", "seed", 1),
                        "must be absent: OpenAI's responses have no seed; use api: chat"),
                Arguments.of(
                        "openai/gpt-5",
                        options("api", "responses", "stop", "x"),
                        "must be absent: OpenAI's responses have no stop; use api: chat"),
                Arguments.of(
                        "openai/gpt-5",
                        options("stop", List.of("a", "b", "c", "d", "e")),
                        "must be at most 4 texts at openai, got 5"),
                Arguments.of(
                        "openai/gpt-4o",
                        options("reasoning_effort", "low"),
                        "must be absent: gpt-4o is not a reasoning model"),
                Arguments.of(
                        "gemini/gemini-2.0-flash",
                        options("reasoning_effort", "low"),
                        "must be absent: gemini-2.0-flash is not a reasoning model"),
                Arguments.of(
                        "gemini/gemini-3-pro",
                        options("reasoning_effort", "none"),
                        "must be one of minimal, low, medium, high at gemini-3-pro, got 'none'"),
                Arguments.of("gemini/gemini-3-pro", options("seed", 1L << 40), "must fit into 32 bits at gemini"),
                Arguments.of("simulator/chat", options("top_p", 0), "must be greater than 0 and at most 1"),
                Arguments.of("simulator/chat", options("stop", List.of("")), "must not be empty"),
                Arguments.of(
                        "simulator/chat",
                        options("extra_body", options("stream", true)),
                        "must not hold 'stream': a question has one answer, which is not streamed"),
                Arguments.of(
                        "gemini/gemini-3-pro",
                        options("extra_body", options("generationConfig", options("topP", 1))),
                        "must not hold 'generationConfig.topP': use 'top_p'"),
                Arguments.of(
                        "simulator/chat",
                        options("extra_body", options("provider", "x")),
                        "must hold an object under 'provider'"),
                Arguments.of("simulator/chat", options("extra_body", 5), "must be a mapping of request fields"),
                Arguments.of(
                        "simulator/chat",
                        options("extra_headers", options("authorization", "x")),
                        "must not set the header 'authorization', which Rowan sets itself"),
                Arguments.of(
                        "simulator/chat",
                        options("extra_headers", options("Host", "x")),
                        "must hold headers that may be set: header Host is set by the client"),
                Arguments.of(
                        "simulator/chat",
                        options("extra_headers", options("a b", "x")),
                        "must hold headers that may be set: a header name must"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void areRefusedWhereAProviderHasNoSuchThing(String model, Map<String, Object> parameters, String message) {
        Map<String, Object> all = asking("model", model);
        all.putAll(parameters);

        assertThat(Given.problems(new LlmPlugin(), all))
                .extracting(Problem::message)
                .anySatisfy(found -> assertThat(found).contains(message));
    }

    private static Map<String, Object> settings(String model, String api, Map<String, Object> parameters) {
        Map<String, Object> all = asking("model", model, "api", api);
        if (!model.startsWith("simulator/")) {
            all.put("base_url", "simulator");
        }
        all.putAll(parameters);
        return all;
    }

    private static Given given(String model, String api, Map<String, Object> parameters) throws Exception {
        return Given.of(new LlmPlugin(), settings(model, api, parameters)).prepare(Given.setup(Map.of()));
    }

    private static Call planned(String model, String api, Map<String, Object> parameters) throws Exception {
        return call(given(model, api, parameters));
    }

    private static Call call(Given given) {
        return ((CallPlanner.Plan.Sends) given.transform().plan(ROW)).calls().getFirst();
    }
}
