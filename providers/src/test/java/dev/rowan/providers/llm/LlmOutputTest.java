package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.answering;
import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.options;
import static dev.rowan.providers.llm.Given.prepared;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Problem;
import dev.rowan.testkit.FakeCalls;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Answers that become several fields of a row.
class LlmOutputTest {
    private static final Row ROW = Row.of("text", "I love it");
    private static final Map<String, Object> SCHEMA = options(
            "type", "object",
            "properties",
                    options(
                            "sentiment", options("type", "string"),
                            "confidence", options("type", "number"),
                            "about", options("type", "object")),
            "required", List.of("sentiment"));

    private static Map<String, Object> spreading(Object... more) {
        Map<String, Object> all = new HashMap<>(asking("output_schema", SCHEMA));
        all.remove("output_key");
        all.put("output", options("label", "sentiment", "score", "confidence", "topic", "about.topics[0]"));
        all.putAll(options(more));
        return all;
    }

    @Test
    void aStructuredAnswerIsSpreadIntoColumns() throws Exception {
        var calls = answering("{\"sentiment\":\"good\",\"confidence\":0.90,\"about\":{\"topics\":[\"price\"]}}");

        Row row = prepared(spreading()).answered(ROW, calls);

        assertThat(row.asMap())
                .containsOnly(
                        Map.entry("text", "I love it"),
                        Map.entry("label", "good"),
                        Map.entry("score", new BigDecimal("0.90")),
                        Map.entry("topic", "price"));
    }

    @Test
    void aKeyThatTheAnswerLacksIsNull() throws Exception {
        Row row = prepared(spreading()).answered(ROW, answering("{\"sentiment\":\"good\"}"));

        assertThat(row.get("label")).isEqualTo("good");
        assertThat(row.has("score")).isTrue();
        assertThat(row.get("score")).isNull();
        assertThat(row.get("topic")).isNull();
    }

    @Test
    void theWholeAnswerMayStandBesideItsParts() throws Exception {
        Row row = prepared(spreading("output_key", "answer")).answered(ROW, answering("{\"sentiment\":\"good\"}"));

        assertThat(row.get("answer")).isEqualTo(Map.of("sentiment", "good"));
        assertThat(row.get("label")).isEqualTo("good");
    }

    @Test
    void onlyAnObjectCanBeSpread() throws Exception {
        var settings = spreading(
                "output_schema", options("properties", options("sentiment", options("type", "string"))),
                "output", options("label", "sentiment"),
                "max_schema_retries", 1);
        var calls = answering("[1]", "{\"sentiment\":\"good\"}");

        assertThat(prepared(settings).answered(ROW, calls).get("label")).isEqualTo("good");
        assertThat(calls.sent().getLast().request().body().asText()).contains("it must be an object");
    }

    @Test
    void everyColumnMustBeNewToTheRow() throws Exception {
        Reason reason = prepared(spreading()).failed(ROW.with("score", 1), answering());

        assertThat(reason.code()).isEqualTo("output_key_collision");
        assertThat(reason.details()).containsEntry("field", "score");
    }

    @Test
    void usageAndModelComeIntoColumnsOnRequest() throws Exception {
        var settings = asking(
                "output_metadata",
                        options(
                                "by", "model",
                                "ended", "finish_reason",
                                "tokens_in", "input_tokens",
                                "cached", "cached_input_tokens",
                                "tokens_out", "output_tokens",
                                "usd", "cost_usd"),
                "price", options("input", 1_000, "output", 2_000));

        Row row = prepared(settings).answered(ROW, answering("yes"));

        assertThat(row.get("answer")).isEqualTo("yes");
        assertThat(row.get("by")).isEqualTo("m-1");
        assertThat(row.get("ended")).isEqualTo("stop");
        assertThat(row.get("tokens_in")).isEqualTo(10L);
        assertThat(row.get("tokens_out")).isEqualTo(5L);
        assertThat(row.has("cached")).isTrue();
        assertThat(row.get("cached")).as("not told by the provider").isNull();
        assertThat((BigDecimal) row.get("usd")).isEqualByComparingTo("0.02");
    }

    @Test
    void usageCountsEveryCallThatLedToTheAnswer() throws Exception {
        var settings = spreading(
                "max_schema_retries",
                1,
                "output_metadata",
                options("tokens_in", "input_tokens", "usd", "cost_usd"),
                "price",
                options("input", 1_000, "output", 2_000));
        FakeCalls calls = answering("nonsense", "{\"sentiment\":\"good\"}");

        Row row = prepared(settings).answered(ROW, calls);

        assertThat(calls.sent()).hasSize(2);
        assertThat(row.get("tokens_in")).isEqualTo(20L);
        assertThat((BigDecimal) row.get("usd")).isEqualByComparingTo("0.04");
    }

    @Test
    void everyQueryHasColumnsOfItsOwn() throws Exception {
        var settings = options(
                "model",
                "simulator/chat",
                "queries",
                List.of(
                        options(
                                "user_prompt_template",
                                "a {{ text }}",
                                "output_schema",
                                SCHEMA,
                                "output",
                                options("label", "sentiment"),
                                "output_metadata",
                                options("label_model", "model")),
                        options("user_prompt_template", "b {{ text }}", "output_key", "b")));
        LlmTransform transform = Given.of(new LlmPlugin(), settings).transform();

        assertThat(transform.adds()).containsExactly("label", "label_model", "b");
        assertThat(transform.settings().queries()).extracting(Query::name).containsExactly("label", "b");
        assertThat(prepared(settings).answered(ROW, answering("{\"sentiment\":\"good\"}", "x")))
                .isEqualTo(ROW.with("label", "good").with("label_model", "m-1").with("b", "x"));
    }

    static List<Arguments> problems() {
        Map<String, Object> both = options(
                "model",
                "simulator/chat",
                "queries",
                List.of(
                        options("user_prompt_template", "a", "output_key", "b"),
                        options(
                                "user_prompt_template",
                                "b",
                                "output_schema",
                                SCHEMA,
                                "output",
                                options("b", "sentiment"))));
        return List.of(
                Arguments.of(
                        spreading("output", options("label", "sentimnt")),
                        "must take keys of output_schema (sentiment, confidence, about), got 'sentimnt'; did you mean"
                                + " 'sentiment'?"),
                Arguments.of(
                        asking("output", options("label", "sentiment")),
                        "needs 'output_schema', which says what keys an answer has"),
                Arguments.of(
                        spreading("output_schema", options("type", "array")),
                        "needs an 'output_schema' of type object"),
                Arguments.of(spreading("output", options(" ", "sentiment")), "must name a field"),
                Arguments.of(spreading("output_key", "label"), "must be fields of different names, got 'label' twice"),
                Arguments.of(spreading("output", options()), "needs 'output_key' or 'output', or 'queries'"),
                Arguments.of(
                        asking("output_metadata", options("x", "tokens")),
                        "must be one of model, finish_reason, input_tokens"),
                Arguments.of(
                        spreading("schema", options("fields", List.of("text: str", "score: str?"))),
                        "must be a new field, but the schema has 'score' already"),
                Arguments.of(both, "must differ from the other queries' fields, got 'b'"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void reportsWhatIsWrong(Map<String, Object> options, String message) {
        assertThat(Given.problems(new LlmPlugin(), options))
                .extracting(Problem::message)
                .anySatisfy(found -> assertThat(found).contains(message));
    }
}
