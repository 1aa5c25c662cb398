package dev.rowan.providers.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.safety.ContentSafety.Category;
import dev.rowan.providers.safety.ContentSafety.OutputType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Damaged replies of both safety services: each is a clean reply with one thing wrong, and none of them may pass.
class SafetyMutationTest {
    private static final String ANALYSIS = "{\"blocklistsMatch\":[],\"categoriesAnalysis\":["
            + "{\"category\":\"Hate\",\"severity\":0},{\"category\":\"SelfHarm\",\"severity\":0},"
            + "{\"category\":\"Sexual\",\"severity\":0},{\"category\":\"Violence\",\"severity\":2}]}";
    private static final String SHIELD =
            "{\"userPromptAnalysis\":{\"attackDetected\":false},\"documentsAnalysis\":[{\"attackDetected\":false}]}";

    /// Values that are neither a severity, nor an attack, nor a word.
    private static final List<String> WRONG_VALUES = List.of(
            "null",
            "true",
            "\"0\"",
            "\"\"",
            "\"false\"",
            "-1",
            "1",
            "3",
            "5",
            "7",
            "8",
            "0.0",
            "0.5",
            "2e0",
            "-0.0",
            "99999999999999999999",
            "[]",
            "[0]",
            "{}",
            "{\"value\":0}",
            "NaN",
            "+0",
            "00",
            "0x0",
            "");

    static Stream<String> brokenBodies() {
        return Stream.of(
                "",
                " ",
                "null",
                "true",
                "0",
                "\"clean\"",
                "[]",
                "{}",
                "[{}]",
                "{",
                "}",
                "<html></html>",
                "\u0000",
                "\ufeff{}",
                "{\"error\":null}",
                "{\"result\":{}}",
                "[".repeat(100_000));
    }

    static Stream<String> analyses() {
        Stream<String> values = WRONG_VALUES.stream().map(v -> ANALYSIS.replace("\"severity\":2", "\"severity\":" + v));
        Stream<String> words = Stream.of(
                        "null", "\"\"", "\"hate\"", "\"Hate\"", "\"HATE \"", "4", "[\"Violence\"]", "{}")
                .map(v -> ANALYSIS.replace("\"Violence\"", v));
        Stream<String> items = Stream.of(
                        "null", "0", "\"Violence\"", "[]", "{}", "{\"category\":\"Violence\"}", "{\"severity\":2}")
                .map(v -> ANALYSIS.replace("{\"category\":\"Violence\",\"severity\":2}", v));
        Stream<String> lists = Stream.of("null", "{}", "[]", "\"\"", "0", "false", "[null]", "[[]]")
                .map(v -> "{\"categoriesAnalysis\":" + v + "}");
        Stream<String> shapes = Stream.of(
                ANALYSIS.replace("categoriesAnalysis", "CategoriesAnalysis"),
                ANALYSIS.replace("{\"category\":\"Hate\",\"severity\":0},", ""),
                ANALYSIS.replace("\"severity\":2}", "\"severity\":2},{\"category\":\"Hate\",\"severity\":0}"),
                ANALYSIS.replace("\"severity\":2}", "\"severity\":2},{\"category\":\"Other\",\"severity\":0}"),
                ANALYSIS.replace("\"severity\":2", "\"severity\":2,\"severity\":0"),
                ANALYSIS.replace("\"category\":\"Hate\"", "\"category\":\"Hate\",\"category\":\"Hate\""),
                ANALYSIS.replace("\"severity\":2", "\"Severity\":2"),
                ANALYSIS.replace("\"blocklistsMatch\":[]", "\"blocklistsMatch\":null"),
                ANALYSIS.replace("\"blocklistsMatch\":[]", "\"blocklistsMatch\":{}"),
                ANALYSIS.replace("\"blocklistsMatch\":[]", "\"blocklistsMatch\":[{}]"),
                ANALYSIS.replace("\"blocklistsMatch\":[]", "\"categoriesAnalysis\":[]"),
                ANALYSIS + ANALYSIS,
                ANALYSIS + "x",
                ANALYSIS.substring(1),
                ANALYSIS.substring(0, ANALYSIS.length() - 1),
                "[" + ANALYSIS + "]",
                "{\"result\":" + ANALYSIS + "}",
                ANALYSIS.replace('"', '\''));
        return Stream.of(brokenBodies(), values, words, items, lists, shapes).flatMap(each -> each);
    }

    static Stream<String> shields() {
        Stream<String> prompts = WRONG_VALUES.stream()
                .filter(v -> !v.equals("true"))
                .map(v -> SHIELD.replace("{\"attackDetected\":false},", "{\"attackDetected\":" + v + "},"));
        Stream<String> documents = WRONG_VALUES.stream()
                .filter(v -> !v.equals("true"))
                .map(v -> SHIELD.replace("[{\"attackDetected\":false}]", "[{\"attackDetected\":" + v + "}]"));
        Stream<String> items = Stream.of(
                        "[]",
                        "null",
                        "{}",
                        "[null]",
                        "[{}]",
                        "[[]]",
                        "[false]",
                        "\"\"",
                        "false",
                        "[{\"attackDetected\":false},{\"attackDetected\":false}]",
                        "{\"attackDetected\":false}")
                .map(v -> SHIELD.replace("[{\"attackDetected\":false}]", v));
        Stream<String> shapes = Stream.of(
                SHIELD.replace("\"userPromptAnalysis\":{\"attackDetected\":false},", ""),
                SHIELD.replace(",\"documentsAnalysis\":[{\"attackDetected\":false}]", ""),
                SHIELD.replace("{\"attackDetected\":false},", "[{\"attackDetected\":false}],"),
                SHIELD.replace("{\"attackDetected\":false},", "null,"),
                SHIELD.replace("{\"attackDetected\":false},", "{\"attackDetected\":true,\"attackDetected\":false},"),
                SHIELD.replace("attackDetected", "AttackDetected"),
                SHIELD.replace("attackDetected", "detected"),
                SHIELD.replace("\"documentsAnalysis\"", "\"userPromptAnalysis\""),
                SHIELD + SHIELD,
                SHIELD.substring(1),
                SHIELD.substring(0, SHIELD.length() - 1),
                "[" + SHIELD + "]",
                "{\"result\":" + SHIELD + "}");
        return Stream.of(brokenBodies(), prompts, documents, items, shapes).flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource("analyses")
    void takesNoDamagedAnalysisForAVerdict(String body) {
        assertThat(ContentSafety.reply(reply(200, body), OutputType.FOUR_SEVERITY_LEVELS))
                .isInstanceOf(SafetyReply.Malformed.class);
    }

    @ParameterizedTest
    @MethodSource("shields")
    void takesNoDamagedShieldForAVerdict(String body) {
        assertThat(PromptShield.reply(reply(200, body))).isInstanceOf(SafetyReply.Malformed.class);
    }

    @Test
    void triesAtLeastSixtyMutationsOfEach() {
        assertThat(analyses().distinct()).hasSizeGreaterThanOrEqualTo(60);
        assertThat(shields().distinct()).hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void readsTheCleanRepliesThatTheMutationsStartFrom() {
        assertThat(ContentSafety.reply(reply(200, ANALYSIS), OutputType.FOUR_SEVERITY_LEVELS))
                .isEqualTo(new SafetyReply.Verdict<>(new ContentSafety.Severities(
                        Map.of(Category.HATE, 0, Category.SELF_HARM, 0, Category.SEXUAL, 0, Category.VIOLENCE, 2))));
        assertThat(PromptShield.reply(reply(200, SHIELD)))
                .isEqualTo(new SafetyReply.Verdict<>(new PromptShield.Attacks(false, false)));
        assertThat(PromptShield.reply(
                        reply(200, SHIELD.replace("[{\"attackDetected\":false", "[{\"attackDetected\":true"))))
                .isEqualTo(new SafetyReply.Verdict<>(new PromptShield.Attacks(false, true)));
    }

    @Test
    void readsAnAnalysisWithoutBlocklistsAndWithNewFields() {
        String newer = ANALYSIS.replace("\"blocklistsMatch\":[]", "\"later\":{\"a\":1}");
        assertThat(ContentSafety.reply(reply(200, newer), OutputType.FOUR_SEVERITY_LEVELS))
                .isInstanceOf(SafetyReply.Verdict.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 202, 204, 206})
    void takesNoOtherSuccessForAVerdict(int status) {
        assertThat(ContentSafety.reply(reply(status, ANALYSIS), OutputType.FOUR_SEVERITY_LEVELS))
                .isInstanceOf(SafetyReply.Malformed.class);
        assertThat(PromptShield.reply(reply(status, SHIELD))).isInstanceOf(SafetyReply.Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 400, 401, 404, 429, 500, 503})
    void takesNoRejectionForAVerdictEvenWithACleanBody(int status) {
        assertThat(ContentSafety.reply(reply(status, ANALYSIS), OutputType.FOUR_SEVERITY_LEVELS))
                .isInstanceOf(SafetyReply.Rejected.class);
        assertThat(PromptShield.reply(reply(status, SHIELD))).isInstanceOf(SafetyReply.Rejected.class);
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
}
