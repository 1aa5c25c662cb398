package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.answering;
import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.completion;
import static dev.rowan.providers.llm.Given.options;
import static dev.rowan.providers.llm.Given.prepared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LlmTransformTest {
    private static final Row ROW = Row.of("text", "I love it").with("id", 1);
    private static final Map<String, Object> LABEL = Map.of(
            "type", "object",
            "properties", Map.of("label", Map.of("enum", List.of("good", "bad"))),
            "required", List.of("label"));

    @Test
    void putsTheAnswerBehindTheRowsFields() throws Exception {
        FakeCalls calls = answering("positive");

        Row row = prepared(asking("system_prompt", "Classify. {{ text }}", "user_prompt_template", "Text: {{text}}"))
                .answered(ROW, calls);

        assertThat(row).isEqualTo(ROW.with("answer", "positive"));
        assertThat(calls.sent()).singleElement().satisfies(call -> {
            assertThat(call.number()).isEqualTo(1);
            assertThat(call.repeatable()).isFalse();
            assertThat(call.request().uri()).hasToString("http://127.0.0.1:4242/v1/chat/completions");
            assertThat(call.request().body().asText())
                    .isEqualTo(
                            "{\"model\":\"chat\",\"messages\":[{\"role\":\"system\",\"content\":\"Classify. {{ text }}\"},"
                                    + "{\"role\":\"user\",\"content\":\"Text: I love it\"}],\"max_tokens\":1024}");
        });
    }

    @ParameterizedTest
    @CsvSource({"length, response_truncated", "content_filter, content_filtered", "tool_calls, malformed_response"})
    void onlyANormalStopIsAnAnswer(String finish, String code) throws Exception {
        var calls = new FakeCalls(_ -> FakeCalls.json(200, completion("half", finish)));

        Reason reason = prepared(asking()).failed(ROW, calls);

        assertThat(reason.code()).isEqualTo(code);
        assertThat(reason.retryable()).isFalse();
        assertThat(reason.details()).containsEntry("finish_reason", finish).containsEntry("model", "m-1");
        assertThat(receipt(calls).usage().input()).hasValue(10L);
        assertThat(receipt(calls).cost()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void anEmptyAnswerIsAnErrorUnlessItIsAllowed(String empty) throws Exception {
        var calls = new FakeCalls(_ -> FakeCalls.json(200, completion(empty, "stop")));

        Reason reason = prepared(asking()).failed(ROW, calls);

        assertThat(reason.code()).isEqualTo("empty_answer");
        assertThat(reason.message()).contains("allow_empty: true");
        assertThat(reason.details()).containsEntry("finish_reason", "stop");
        assertThat(receipt(calls).cost()).isPresent();
        assertThat(prepared(asking("allow_empty", true)).answered(ROW, answering(empty)))
                .isEqualTo(ROW.with("answer", empty));
    }

    @Test
    void aRefusalOfTheModelIsNoAnswer() throws Exception {
        String body =
                completion(null, "stop").replace("\"content\":null", "\"content\":null,\"refusal\":\"I cannot.\"");

        Reason reason = prepared(asking()).failed(ROW, new FakeCalls(_ -> FakeCalls.json(200, body)));

        assertThat(reason.code()).isEqualTo("model_refused");
        assertThat(reason.message()).isEqualTo("the model declined to answer: I cannot.");
    }

    @Test
    void aReplyThatCannotBeReadIsPaidForAndMalformed() throws Exception {
        var calls = new FakeCalls(_ -> FakeCalls.json(200, "<html>"));

        assertThat(prepared(asking()).failed(ROW, calls).code()).isEqualTo("malformed_response");
        assertThat(receipt(calls).disposition()).isEqualTo(Receipt.Disposition.UNREADABLE);
        assertThat(receipt(calls).cost()).isEmpty();
    }

    @Test
    void anErrorInsideASuccessIsAnApiErrorWhoseCostIsUnknown() throws Exception {
        String body = "{\"error\":{\"code\":502,\"message\":\"upstream died\"}}";
        var calls = new FakeCalls(_ -> FakeCalls.json(200, body));
        Given given = Given.of(new OpenRouterLlmPlugin(), asking("model", "a/b", "base_url", "simulator"))
                .prepare(Given.setup(Map.of()));

        Reason reason = given.failed(ROW, calls);

        assertThat(reason.code()).isEqualTo("api_error");
        assertThat(reason.details())
                .containsEntry("error_type", "http_error")
                .containsEntry("status_code", 200L)
                .containsEntry("retryable", true);
        assertThat(receipt(calls).disposition()).isEqualTo(Receipt.Disposition.RETRYABLE);
        assertThat(receipt(calls).cost()).isEmpty();
    }

    @Test
    void aRejectionCostsNothingAndNamesItsStatus() throws Exception {
        var calls = new FakeCalls(_ -> FakeCalls.json(401, "{\"error\":{\"message\":\"wrong key\"}}"));

        Reason reason = prepared(asking()).failed(ROW, calls);

        assertThat(reason.code()).isEqualTo("api_error");
        assertThat(reason.message()).isEqualTo("wrong key");
        assertThat(reason.details()).containsEntry("status_code", 401L).containsEntry("retryable", false);
        assertThat(receipt(calls).disposition()).isEqualTo(Receipt.Disposition.DEAD_KEY);
        assertThat(receipt(calls).cost()).hasValue(Usd.ZERO);
    }

    @ParameterizedTest
    @CsvSource({
        "chat, content_filter",
        "responses, content_filter",
        "chat, content_policy_violation",
        "responses, moderation_blocked"
    })
    void openAisFilteredQuestionIsContentFilteredThoughItComesAsABadRequest(String api, String code) throws Exception {
        String body = "{\"error\":{\"code\":\"" + code + "\",\"message\":\"filtered\"}}";
        var calls = new FakeCalls(_ -> FakeCalls.json(400, body));
        Given given = Given.of(
                        new LlmPlugin(),
                        options(
                                "model",
                                "openai/gpt-4o-mini",
                                "api",
                                api,
                                "base_url",
                                "simulator",
                                "user_prompt_template",
                                "{{ text }}",
                                "output_key",
                                "answer"))
                .prepare(Given.setup(Map.of()));

        assertThat(given.failed(ROW, calls).code()).isEqualTo("content_filtered");
        assertThat(receipt(calls).disposition()).isEqualTo(Receipt.Disposition.INVALID);
        assertThat(receipt(calls).cost())
                .as("the look at it may be charged for")
                .isEmpty();
    }

    @Test
    void azuresFilteredQuestionIsContentFilteredThoughItComesAsABadRequest() throws Exception {
        String body = "{\"error\":{\"code\":\"content_filter\",\"message\":\"filtered\"}}";
        var calls = new FakeCalls(_ -> FakeCalls.json(400, body));
        Given given = Given.of(
                        new AzureLlmPlugin(),
                        options(
                                "deployment_name",
                                "gpt-4",
                                "endpoint",
                                "simulator",
                                "user_prompt_template",
                                "{{ text }}",
                                "output_key",
                                "answer"))
                .prepare(Given.setup(Map.of()));

        assertThat(given.failed(ROW, calls).code()).isEqualTo("content_filtered");
        assertThat(receipt(calls).disposition()).isEqualTo(Receipt.Disposition.INVALID);
        assertThat(receipt(calls).cost()).isEmpty();
    }

    @Test
    void aLostReplyIsANetworkError() throws Exception {
        var lost = new WireReply.Unknown(
                WireReply.Fault.RESET,
                "reset",
                OptionalInt.empty(),
                Headers.none(),
                Payload.empty(),
                new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));

        Reason reason = prepared(asking()).failed(ROW, new FakeCalls(_ -> lost));

        assertThat(reason.code()).isEqualTo("api_error");
        assertThat(reason.details()).containsEntry("error_type", "network_error");
    }

    @Test
    void sendsNothingWhenAnAnswerWouldOverwriteAField() throws Exception {
        Reason reason = prepared(asking("output_key", "id")).failed(ROW, new FakeCalls());

        assertThat(reason.code()).isEqualTo("output_key_collision");
        assertThat(reason.details()).containsEntry("field", "id");
    }

    @Test
    void sendsNothingWhenThePromptCannotBeFilledInOrIsEmpty() throws Exception {
        assertThat(prepared(asking("user_prompt_template", "{{ txt }}"))
                        .failed(ROW, new FakeCalls())
                        .code())
                .isEqualTo("template_error");
        assertThat(prepared(asking("user_prompt_template", " {{ gap }}\n"))
                        .failed(ROW.with("gap", ""), new FakeCalls())
                        .code())
                .isEqualTo("empty_prompt");
    }

    @Test
    void withASchemaTheFieldHoldsTheParsedValue() throws Exception {
        FakeCalls calls = answering("{\"label\": \"good\"}");

        Row row = prepared(asking("output_schema", LABEL)).answered(ROW, calls);

        assertThat(row.get("answer")).isEqualTo(Map.of("label", "good"));
        assertThat(body(calls.sent().getFirst()))
                .contains(
                        "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\",\"strict\":true");
    }

    @Test
    void asksAgainWithTheValidatorsWordsAsANewCall() throws Exception {
        FakeCalls calls = answering("{\"label\":\"so so\"}", "```json\n{\"label\":\"bad\"}\n```");

        Row row = prepared(asking("output_schema", LABEL)).answered(ROW, calls);

        assertThat(row.get("answer")).isEqualTo(Map.of("label", "bad"));
        assertThat(calls.sent()).extracting(Call::number).containsExactly(1, 1_001);
        assertThat(body(calls.sent().getLast()))
                .contains(
                        "{\"role\":\"user\",\"content\":\"I love it\"},{\"role\":\"user\",\"content\":\"Your last answer was")
                .contains("so so")
                .contains("/label")
                .contains("good");
    }

    @Test
    void givesUpAfterTheAllowedRetries() throws Exception {
        FakeCalls once = answering("no", "no");
        FakeCalls never = answering("no");
        FakeCalls thrice = answering("no", "no", "no", "no");

        Reason reason = prepared(asking("output_schema", LABEL)).failed(ROW, once);
        assertThat(reason.code()).isEqualTo("schema_invalid");
        assertThat(reason.details()).containsEntry("answers", 2L);
        assertThat(once.sent()).hasSize(2);
        prepared(asking("output_schema", LABEL, "max_schema_retries", 0)).failed(ROW, never);
        assertThat(never.sent()).hasSize(1);
        prepared(asking("output_schema", LABEL, "max_schema_retries", 3)).failed(ROW, thrice);
        assertThat(thrice.sent()).extracting(Call::number).containsExactly(1, 1_001, 2_001, 3_001);
    }

    private static Map<String, Object> queries() {
        return options(
                "model", "simulator/chat",
                "system_prompt", "general",
                "queries",
                        List.of(
                                options("output_key", "mood", "user_prompt_template", "mood of {{ text }}"),
                                options(
                                        "name", "the label",
                                        "output_key", "label",
                                        "user_prompt_template", "label of {{ text }}",
                                        "system_prompt", "special",
                                        "max_tokens", 7,
                                        "output_schema", LABEL),
                                options("output_key", "lang", "user_prompt_template", "language of {{ text }}")));
    }

    @Test
    void asksAllQueriesAtOnceAndKeepsTheirOrder() throws Exception {
        var calls = new FakeCalls(call -> FakeCalls.json(
                200, completion(body(call).contains("label of") ? "{\"label\":\"good\"}" : "text " + call.number())));

        Row row = prepared(queries()).answered(ROW, calls);

        assertThat(row)
                .isEqualTo(ROW.with("mood", "text 1")
                        .with("label", Map.of("label", "good"))
                        .with("lang", "text 3"));
        assertThat(calls.sent()).extracting(Call::number).containsExactly(1, 2, 3);
        assertThat(body(calls.sent().get(0))).contains("general").contains("\"max_tokens\":1024");
        assertThat(body(calls.sent().get(1))).contains("special").contains("\"max_tokens\":7");
    }

    @Test
    void asksOnlyTheQueryAgainWhoseAnswerDoesNotFit() throws Exception {
        var calls = new FakeCalls(call -> FakeCalls.json(
                200, completion(call.number() == 1_002 ? "{\"label\":\"bad\"}" : "text " + call.number())));

        Row row = prepared(queries()).answered(ROW, calls);

        assertThat(row.get("label")).isEqualTo(Map.of("label", "bad"));
        assertThat(calls.sent()).extracting(Call::number).containsExactly(1, 2, 3, 1_002);
    }

    @Test
    void oneFailedQueryFailsTheRowAndIsNamed() throws Exception {
        var calls = new FakeCalls(
                call -> FakeCalls.json(200, call.number() == 2 ? completion("x", "length") : completion("text")));

        Reason reason = prepared(queries()).failed(ROW, calls);

        assertThat(reason.code()).isEqualTo("response_truncated");
        assertThat(reason.message()).isEqualTo("query 'the label': the answer exceeded max_tokens 7");
        assertThat(reason.details()).containsEntry("query", "the label");
        assertThat(prepared(queries())
                        .failed(ROW.with("lang", "de"), new FakeCalls())
                        .details())
                .containsEntry("query", "lang");
    }

    @Test
    void isOfNoUseBeforeItIsPrepared() {
        Given given = Given.of(new LlmPlugin(), asking());

        assertThatThrownBy(() -> given.transform().process(ROW, new FakeContext()))
                .isInstanceOf(IllegalStateException.class);
    }

    private static String body(Call call) {
        return call.request().body().asText();
    }

    private static Receipt receipt(FakeCalls calls) throws InterruptedException {
        Call call = calls.sent().getFirst();
        return switch (calls.send(call)) {
            case CallResult.Answered(var _, var receipt, var _) -> receipt;
            case CallResult.Rejected(var _, var receipt, var _) -> receipt;
            case CallResult other -> throw new AssertionError(other);
        };
    }
}
