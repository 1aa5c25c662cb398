package dev.rowan.providers.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerCheckTest {
    private static final Map<String, @Nullable Object> SENTIMENT = Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                    "label", Map.of("enum", List.of("positive", "negative")),
                    "score", Map.of("type", "number", "minimum", 0, "maximum", 1)),
            "required",
            List.of("label"),
            "additionalProperties",
            false);

    @Test
    void givesTheParsedValueOfAnAnswerThatFits() {
        assertThat(check(SENTIMENT).check("{\"label\": \"positive\", \"score\": 0.10}"))
                .isEqualTo(new AnswerCheck.Checked.Valid(Map.of("label", "positive", "score", new BigDecimal("0.10"))));
        assertThat(check(Map.of()).check("null")).isEqualTo(new AnswerCheck.Checked.Valid(null));
        assertThat(check(Map.of("type", "array")).check("[1]")).isEqualTo(new AnswerCheck.Checked.Valid(List.of(1L)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```json\n{\"label\":\"positive\"}\n```",
                "```\n{\"label\":\"positive\"}```",
                " \n{\"label\":\"positive\"}\n"
            })
    void takesAnAnswerOutOfItsFence(String answer) {
        assertThat(check(SENTIMENT).check(answer))
                .isEqualTo(new AnswerCheck.Checked.Valid(Map.of("label", "positive")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "positive",
                "{\"label\":\"positive\"} and so on",
                "{\"label\":\"positive\",\"label\":\"negative\"}",
                "{\"label\":NaN}",
                "{\"label\":\"neutral\"}",
                "{\"label\":\"positive\",\"score\":2}",
                "{\"label\":\"positive\",\"score\":\"1\"}",
                "{\"label\":\"positive\",\"more\":1}",
                "{\"score\":0.5}",
                "[]",
                "null",
                "```json\n```"
            })
    void refusesWhatDoesNotFit(String answer) {
        assertThat(check(SENTIMENT).check(answer))
                .isInstanceOfSatisfying(
                        AnswerCheck.Checked.Invalid.class,
                        invalid -> assertThat(invalid.why()).isNotBlank());
    }

    @Test
    void explainsErrorsToTheModel() {
        assertThat(check(SENTIMENT).check("{\"label\":\"neutral\",\"score\":7}"))
                .isInstanceOfSatisfying(
                        AnswerCheck.Checked.Invalid.class,
                        invalid -> assertThat(invalid.why())
                                .contains("label")
                                .contains("positive")
                                .contains("score")
                                .contains("maximum"));
    }

    @Test
    void refusesWhatNoRowCanHold() {
        String deep = "[".repeat(205) + "]".repeat(205);
        String digits = "1".repeat(1_010);

        assertThat(check(Map.of()).check(deep)).isInstanceOf(AnswerCheck.Checked.Invalid.class);
        assertThat(check(Map.of()).check(digits)).isInstanceOf(AnswerCheck.Checked.Invalid.class);
    }

    @Test
    void matchesPatternsInLinearTimeAndRefusesThoseItCannot() {
        AnswerCheck slow = check(Map.of("type", "string", "pattern", "^(a+)+$"));

        assertThat(slow.check("\"" + "a".repeat(100_000) + "!\"")).isInstanceOf(AnswerCheck.Checked.Invalid.class);
        assertThat(slow.check("\"aaa\"")).isInstanceOf(AnswerCheck.Checked.Valid.class);
        assertThat(broken(Map.of("type", "string", "pattern", "(?=a)b"))).contains("(?=a)b");
    }

    @Test
    void refusesWhatIsNoSchema() {
        assertThat(broken(Map.of("type", "objekt"))).contains("type");
        assertThat(broken(Map.of("required", "label"))).contains("required");
        assertThat(broken(Map.of("minimum", "1"))).contains("minimum");
        assertThat(broken(Map.of("properties", Arrays.asList(1, 2)))).contains("properties");
    }

    @Test
    void fetchesNothing() {
        assertThat(broken(Map.of("$ref", "http://127.0.0.1:9/x.json"))).isNotBlank();
        assertThat(broken(Map.of("$ref", "file:///etc/passwd"))).isNotBlank();
        assertThat(broken(Map.of("properties", Map.of("a", Map.of("$ref", "classpath:/x.json")))))
                .isNotBlank();
    }

    @Test
    void refusesReferencesThatLeadNowhere() {
        assertThat(broken(Map.of("properties", Map.of("a", Map.of("$ref", "#/$defs/a")))))
                .contains("#/$defs/a");
        assertThat(check(Map.of("const", Map.of("$ref", "x"))).check("{\"$ref\":\"x\"}"))
                .isInstanceOf(AnswerCheck.Checked.Valid.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"})
    void takesSchemasThatNameTheirDraft(String draft) {
        AnswerCheck check = check(Map.of("$schema", draft, "type", "integer"));

        assertThat(check.check("1")).isInstanceOf(AnswerCheck.Checked.Valid.class);
        assertThat(check.check("1.5")).isInstanceOf(AnswerCheck.Checked.Invalid.class);
    }

    @Test
    void followsReferencesWithinTheSchema() {
        AnswerCheck check = check(Map.of(
                "$ref",
                "#/$defs/node",
                "$defs",
                Map.of(
                        "node",
                        Map.of(
                                "type",
                                "object",
                                "properties",
                                Map.of("next", Map.of("$ref", "#/$defs/node")),
                                "additionalProperties",
                                false))));

        assertThat(check.check("{\"next\":{\"next\":{}}}")).isInstanceOf(AnswerCheck.Checked.Valid.class);
        assertThat(check.check("{\"next\":{\"next\":1}}")).isInstanceOf(AnswerCheck.Checked.Invalid.class);
    }

    private static AnswerCheck check(Map<String, @Nullable Object> schema) {
        return switch (AnswerCheck.of(schema)) {
            case AnswerCheck.Made.Ready(var check) -> check;
            case AnswerCheck.Made.Broken(var message) -> throw new AssertionError(message);
        };
    }

    private static String broken(Map<String, @Nullable Object> schema) {
        return switch (AnswerCheck.of(schema)) {
            case AnswerCheck.Made.Ready _ -> throw new AssertionError("taken: " + schema);
            case AnswerCheck.Made.Broken(var message) -> message;
        };
    }
}
