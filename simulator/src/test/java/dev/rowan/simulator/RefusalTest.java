package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.simulator.TestBench.Got;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Bad requests are refused as the provider refuses them, and cost nothing.
class RefusalTest {
    private static final List<String> MODELS = List.of("gpt-4o-mini", "my-deployment", "claude-haiku");

    private TestBench bench;

    @BeforeEach
    void open() throws IOException {
        bench = TestBench.open(Map.of("models", MODELS, "dead_keys", "dead", "unpaid_keys", "unpaid"));
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    private static Map<String, Object> schemaFormat(Map<String, Object> schema) {
        return Map.of(
                "type", "json_schema", "json_schema", Map.of("name", "verdict", "strict", true, "schema", schema));
    }

    @Test
    void openAiNamesWhatIsMissingOrWrong() throws Exception {
        refused(Call.openAi("x").drop("model"), 400, "error.message", "you must provide a model parameter");
        refused(Call.openAi("x").drop("messages"), 400, "error.code", "missing_required_parameter");
        refused(Call.openAi("x").set("messages", "x"), 400, "error.code", "invalid_type");
        refused(Call.openAi("x").set("messages", List.of()), 400, "error.code", "empty_array");
        refused(
                Call.openAi("x").set("messages", List.of(Map.of("role", "king", "content", "x"))),
                400,
                "error.param",
                "messages[0].role");
        refused(Call.openAi("x").set("temperature", 3), 400, "error.code", "decimal_above_max_value");
        refused(Call.openAi("x").set("top_p", -1), 400, "error.code", "decimal_below_min_value");
        refused(Call.openAi("x").set("seed", "x"), 400, "error.code", "invalid_type");
        refused(
                Call.openAi("x").set("stop", List.of("a", "b", "c", "d", "e")),
                400,
                "error.code",
                "array_above_max_length");
        refused(Call.openAi("x").set("reasoning_effort", "much"), 400, "error.code", "invalid_value");
        refused(Call.responses("x").set("seed", 1), 400, "error.code", "unknown_parameter");
        refused(Call.openAi("x").set("model", "gpt-0"), 404, "error.code", "model_not_found");
        refused(Call.openAi("x").set("stream", true), 400, "error.param", "stream");
        refused(Call.responses("x").drop("input"), 400, "error.param", "input");
    }

    @Test
    void openAiHoldsStrictSchemasToItsRules() throws Exception {
        Map<String, Object> open = Map.of("type", "object", "properties", Map.of());
        Map<String, Object> optional = Map.of(
                "type",
                "object",
                "additionalProperties",
                false,
                "properties",
                Map.of("a", Map.of("type", "string")),
                "required",
                List.of());
        Map<String, Object> inner = Map.of(
                "type",
                "object",
                "additionalProperties",
                false,
                "properties",
                Map.of("list", Map.of("type", "array", "items", open)),
                "required",
                List.of("list"));

        refused(
                Call.openAi("x").set("response_format", schemaFormat(open)),
                400,
                "error.message",
                "Invalid schema for response_format 'verdict': In context=(), 'additionalProperties' is required to be"
                        + " supplied and to be false.");
        refused(
                Call.openAi("x").set("response_format", schemaFormat(optional)),
                400,
                "error.message",
                "Invalid schema for response_format 'verdict': In context=(), 'required' is required to be supplied and"
                        + " to be an array including every key in properties. Missing 'a'.");
        Got got = bench.post(Call.openAi("x").set("response_format", schemaFormat(inner)));
        assertThat(got.at("error.message")).asString().contains("In context=('properties', 'list', 'items')");
    }

    @Test
    void azureAnswersThroughItsGateway() throws Exception {
        refused(Call.azure("x").set("model", "none"), 404, "error.code", "DeploymentNotFound");
        refused(
                Call.azureDeployment("x").at("/openai/deployments/my-deployment/chat/completions"),
                404,
                "error.message",
                "Resource not found");
        refused(Call.azure("x").drop("messages"), 400, "error.param", "messages");
    }

    @Test
    void anthropicNeedsAVersionAndItsFields() throws Exception {
        refused(
                Call.anthropic("x").without("anthropic-version"),
                400,
                "error.message",
                "anthropic-version: header is required");
        refused(
                Call.anthropic("x").with("anthropic-version", "2020-01-01"),
                400,
                "error.type",
                "invalid_request_error");
        refused(Call.anthropic("x").drop("max_tokens"), 400, "error.message", "max_tokens: Field required");
        refused(Call.anthropic("x").set("temperature", 1.5), 400, "error.message", "temperature: range: 0..1");
        refused(Call.anthropic("x").set("seed", 1), 400, "error.message", "seed: Extra inputs are not permitted");
        refused(
                Call.anthropic("x").set("output_config", Map.of("effort", "none")),
                400,
                "error.message",
                "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
        refused(Call.anthropic("x").set("model", "none"), 404, "error.type", "not_found_error");
        refused(
                Call.anthropic("x")
                        .set(
                                "output_config",
                                Map.of("format", Map.of("type", "json_schema", "schema", Map.of("type", "object")))),
                400,
                "error.message",
                "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to"
                        + " false");
    }

    @Test
    void anthropicsNewVersionRefusesWhatItRemoved() throws Exception {
        Call old = Call.anthropic("x");
        Call next = old.with("anthropic-version", "2026-10-21");
        for (String name : List.of("temperature", "top_p", "top_k")) {
            assertThat(bench.post(old.set(name, 1)).status()).isEqualTo(200);
            refused(next.set(name, 1), 400, "error.message", name + ": Extra inputs are not permitted");
        }
        Map<String, Object> pdf = Map.of("type", "base64", "media_type", "application/pdf", "data", "JVBERi0=");
        List<Map<String, Object>> document =
                List.of(Map.of("role", "assistant", "content", List.of(Map.of("type", "document", "source", pdf))));
        List<Map<String, Object>> cited = List.of(
                Map.of("role", "user", "content", List.of(Map.of("type", "text", "text", "x", "citations", Map.of()))));
        assertThat(bench.post(old.set("messages", document)).status()).isEqualTo(200);
        assertThat(bench.post(next.set("messages", document)).status()).isEqualTo(400);
        assertThat(bench.post(old.set("messages", cited)).status()).isEqualTo(200);
        assertThat(bench.post(next.set("messages", cited)).status()).isEqualTo(400);
    }

    @Test
    void geminiNamesWhatIsMissingOrWrong() throws Exception {
        bench.change(Map.of("models", List.of("gemini-flash")));
        Map<String, Object> closed = Map.of("type", "object", "additionalProperties", false);
        refused(Call.gemini("x").drop("contents"), 400, "error.status", "INVALID_ARGUMENT");
        refused(Call.gemini("x").at("/v1beta/models/none:generateContent"), 404, "error.status", "NOT_FOUND");
        refused(
                Call.gemini("x")
                        .set(
                                "generationConfig",
                                Map.of("responseMimeType", "application/json", "responseSchema", closed)),
                400,
                "error.message",
                "Invalid JSON payload received. Unknown name \"additionalProperties\" at"
                        + " 'generation_config.response_schema': Cannot find field.");
        assertThat(bench.post(Call.gemini("x")
                                .set(
                                        "generationConfig",
                                        Map.of("responseMimeType", "application/json", "responseJsonSchema", closed)))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void openRouterNumbersItsErrors() throws Exception {
        refused(Call.openRouter("x"), 400, "error.message", "meta/llama is not a valid model ID");
        refused(Call.openRouter("x").drop("model"), 400, "error.code", 400L);
    }

    @Test
    void safetyCountsCodePointsAndNamesItsErrors() throws Exception {
        String longest = "\uD83C\uDF33".repeat(10_000);
        assertThat(bench.post(Call.analyze(longest)).status()).isEqualTo(200);
        refused(Call.analyze(longest + "x"), 400, "error.code", "InvalidRequestBody");
        refused(Call.analyze(""), 400, "error.target", "text");
        refused(Call.analyze("x").set("categories", List.of("Weather")), 400, "error.target", "categories");
        refused(Call.analyze("x").at("/contentsafety/text:analyze"), 404, "error.code", "ResourceNotFound");
        refused(
                Call.shield("x").at("/contentsafety/text:shieldPrompt?api-version=2023-10-01"),
                404,
                "error.code",
                "ResourceNotFound");
        refused(Call.shield("x", "1", "2", "3", "4", "5", "6"), 400, "error.code", "InvalidRequestBody");
        refused(Call.shield("x", longest, "x"), 400, "error.code", "InvalidRequestBody");
        assertThat(bench.post(Call.analyze("")).header("x-ms-error-code")).contains("InvalidRequestBody");
    }

    @Test
    void deadKeysAreRefusedEverywhere() throws Exception {
        refused(Call.openAi("x").with("authorization", "Bearer dead"), 401, "error.code", "invalid_api_key");
        refused(Call.openAi("x").without("authorization"), 401, "error.type", "invalid_request_error");
        refused(Call.azure("x").with("api-key", "dead"), 401, "error.code", "401");
        refused(Call.anthropic("x").with("x-api-key", "dead"), 401, "error.type", "authentication_error");
        refused(Call.gemini("x").with("x-goog-api-key", "dead"), 400, "error.details.0.reason", "API_KEY_INVALID");
        refused(Call.gemini("x").without("x-goog-api-key"), 403, "error.status", "PERMISSION_DENIED");
        refused(Call.openRouter("x").with("authorization", "Bearer dead"), 401, "error.code", 401L);
        refused(Call.analyze("x").with("ocp-apim-subscription-key", "dead"), 401, "error.code", "401");
    }

    @Test
    void keysWithoutCreditAreRefusedEverywhere() throws Exception {
        refused(Call.openAi("x").with("authorization", "Bearer unpaid"), 429, "error.code", "insufficient_quota");
        refused(Call.azure("x").with("api-key", "unpaid"), 403, "error.code", "403");
        refused(Call.anthropic("x").with("x-api-key", "unpaid"), 402, "error.type", "billing_error");
        refused(Call.gemini("x").with("x-goog-api-key", "unpaid"), 429, "error.status", "RESOURCE_EXHAUSTED");
        refused(Call.openRouter("x").with("authorization", "Bearer unpaid"), 402, "error.code", 402L);
    }

    @Test
    void onlyConfiguredKeysAreAcceptedWhenAnyAre() throws Exception {
        bench.change(Map.of("keys", List.of("mine")));

        assertThat(bench.post(Call.openAi("x")).status()).isEqualTo(401);
        assertThat(bench.post(Call.openAi("x").with("authorization", "Bearer mine"))
                        .status())
                .isEqualTo(200);
    }

    private void refused(Call call, int status, String path, Object value) throws Exception {
        bench.reset();
        Got got = bench.post(call);

        assertThat(got.status()).as(got.text()).isEqualTo(status);
        assertThat(got.at(path)).isEqualTo(value);
        assertThat(bench.get("/_simulator/bill").at("calls")).isEqualTo(0L);
    }
}
