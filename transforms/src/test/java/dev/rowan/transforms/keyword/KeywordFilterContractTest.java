package dev.rowan.transforms.keyword;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.text.TextSelection;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeTime;
import dev.rowan.testkit.contract.RowTransformContract;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeywordFilterContractTest extends RowTransformContract {
    private static final String PASSWORD = "(?i)\\bpassword\\b";

    @Override
    protected TransformPlugin plugin() {
        return new KeywordFilterPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of(
                "fields",
                List.of("title", "text"),
                "blocked_patterns",
                List.of("secret", PASSWORD),
                "normalize",
                false);
    }

    @Override
    protected Row passing() {
        return Row.of("title", "passwords").with("text", "are many").with("other", "a secret");
    }

    @Test
    void readsEveryKey() {
        assertThat(options().keySet()).containsExactlyInAnyOrderElementsOf(KeywordFilterSettings.OPTIONS.names());
        assertThat(KeywordFilterSettings.read(Section.check(
                                ConfigNode.of(options()), KeywordFilterSettings.OPTIONS, Path.of(""), new Problems())
                        .orElseThrow()))
                .isEqualTo(new KeywordFilterSettings(
                        new TextSelection.Named(List.of("title", "text")),
                        List.of(BlockedPattern.of("secret"), BlockedPattern.of(PASSWORD)),
                        false));
    }

    @Test
    void passesACleanRowAsItIs() {
        Row row = passing();

        assertThat(process(options(), row))
                .isInstanceOfSatisfying(
                        TransformResult.Success.class,
                        success -> assertThat(success.row()).isSameAs(row));
    }

    @Test
    void blocksWithPatternFieldAndPositionAndWithoutTheText() {
        Row row = passing().with("text", "\uD83D\uDE00 my PassWord is hunter2");

        TransformResult.Error error = error(options(), row);

        assertThat(error.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(error.reason().code()).isEqualTo("blocked_content");
        assertThat(error.reason().details()).isEqualTo(Map.of("pattern", PASSWORD, "field", "text", "position", 5L));
        assertThat(error.reason().message()).doesNotContain("hunter2", "PassWord");
    }

    @Test
    void failsARowWhoseNamedFieldItCannotSee() {
        assertFails(Row.of("title", "x"), "missing_field", "text");
        assertFails(passing().with("text", null), "not_text", "text");
        assertFails(passing().with("text", 12), "not_text", "text");
        assertFails(passing().with("title", List.of(1, true)), "not_text", "title");
        assertFails(passing().with("title", Map.of("n", 1)), "not_text", "title");
    }

    private void assertFails(Row row, String code, String field) {
        TransformResult.Error error = error(options(), row);
        assertThat(error.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(error.reason().code()).isEqualTo(code);
        assertThat(error.reason().details()).containsEntry("field", field);
    }

    @Test
    void checksEveryTextOfTheRowWithAll() {
        Map<String, Object> all = Map.of("fields", "all", "blocked_patterns", "secret");

        assertThat(error(all, passing()).reason().details()).containsEntry("field", "other");
        assertThat(process(all, Row.of("n", 1).with("text", "clean"))).isInstanceOf(TransformResult.Success.class);
    }

    @Test
    void checksTextAtAnyDepthAndNamesItsPath() {
        assertBlocked(Row.of("meta", Map.of("note", "my secret")), Map.of("field", "meta.note", "position", 3L));
        assertBlocked(Row.of("tags", List.of("fine", "secret")), Map.of("field", "tags[1]", "position", 0L));
        assertBlocked(
                Row.of("a.b", List.of(Map.of("c d", Map.of("e\"f", "secret")))),
                Map.of("field", "[\"a.b\"][0].c d[\"e\\\"f\"]", "position", 0L));
    }

    @Test
    void checksKeysWithoutQuotingThem() {
        assertBlocked(
                Row.of("text", "x").with("meta", Map.of("my secret", 1)),
                Map.of("field", "meta", "key_index", 0L, "position", 3L));
        assertBlocked(Row.of("text", "x").with("secret", 1), Map.of("field", "row", "key_index", 1L, "position", 0L));
    }

    @Test
    void takesFieldNamesThatTheSchemaDeclaresForThePipelinesOwnWords() {
        var settings = new KeywordFilterSettings(
                new TextSelection.All(Set.of("secret")), List.of(BlockedPattern.of("secret")), true);

        assertThat(new KeywordFilter(settings).process(Row.of("secret", "x"), new FakeContext(new FakeTime())))
                .isInstanceOf(TransformResult.Success.class);
    }

    @Test
    void matchesNumbersAsAPromptPrintsThem() {
        Map<String, Object> cards = Map.of("fields", "all", "blocked_patterns", "\\b\\d{16}\\b");
        for (Object card : List.of(4111111111111111L, new BigDecimal("4.111111111111111E+15"))) {
            assertThat(error(cards, Row.of("text", "x").with("cards", List.of(card)))
                            .reason()
                            .details())
                    .containsEntry("field", "cards[0]");
        }
    }

    @Test
    void checksTheTextAtAPath() {
        Map<String, Object> paths =
                Map.of("fields", List.of("meta.note", "tags[1]", "more"), "blocked_patterns", "secret");
        Row clean = Row.of("meta", Map.of("note", "x", "other", "secret"))
                .with("tags", List.of("secret", "x"))
                .with("more", List.of("x"));

        assertThat(process(paths, clean)).isInstanceOf(TransformResult.Success.class);
        assertThat(error(paths, clean.with("more", List.of(Map.of("deep", "secret"))))
                        .reason()
                        .details())
                .containsEntry("field", "more[0].deep");
        assertThat(error(paths, clean.with("tags", List.of("x", "secret")))
                        .reason()
                        .details())
                .containsEntry("field", "tags[1]");
        assertThat(error(paths, clean.with("tags", List.of("x"))).reason().asMap())
                .containsEntry("reason", "missing_field")
                .containsEntry("field", "tags[1]");
        assertThat(error(paths, clean.with("meta", Map.of("note", 7))).reason().code())
                .isEqualTo("not_text");
    }

    @Test
    void checksBothWhenANameIsAlsoAPath() {
        Map<String, Object> path = Map.of("fields", "meta.note", "blocked_patterns", "secret");

        assertThat(error(path, Row.of("meta.note", "x").with("meta", Map.of("note", "secret")))
                        .reason()
                        .code())
                .isEqualTo("blocked_content");
    }

    @Test
    void givesThePositionInTheTextAsItIsWritten() {
        Map<String, Object> all = Map.of("fields", "text", "blocked_patterns", PASSWORD);

        Row row = Row.of("text", "\uFB01ne:\u200B \uFF30\u00ADassword"); // a ligature, then a word in disguise

        assertThat(error(all, row).reason().details())
                .isEqualTo(Map.of("pattern", PASSWORD, "field", "text", "position", 6L));
    }

    @Test
    void matchesTheTextAsWrittenToo() {
        Map<String, Object> invisible = Map.of("fields", "text", "blocked_patterns", "\u200B");
        Map<String, Object> word = Map.of("fields", "text", "blocked_patterns", PASSWORD);

        assertThat(error(invisible, Row.of("text", "a\u200Bb")).reason().details())
                .containsEntry("position", 1L);
        assertThat(error(word, Row.of("text", "password\u200Bs")).reason().details())
                .containsEntry("position", 0L);
    }

    @Test
    void matchesAPatternWithCombiningCharacters() {
        Map<String, Object> decomposed = Map.of("fields", "text", "blocked_patterns", "cafe\u0301");

        assertThat(error(decomposed, Row.of("text", "caf\u00E9")).reason().details())
                .containsEntry("pattern", "cafe\u0301");
        assertThat(error(decomposed, Row.of("text", "cafe\u0301")).reason().code())
                .isEqualTo("blocked_content");
    }

    private void assertBlocked(Row row, Map<String, Object> place) {
        var details = new HashMap<String, Object>(place);
        details.put("pattern", "secret");
        TransformResult.Error error = error(Map.of("fields", "all", "blocked_patterns", "secret"), row);
        assertThat(error.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(error.reason().details()).isEqualTo(details);
        assertThat(error.reason().message()).doesNotContain("my secret");
    }

    @Test
    void failsARowWithNothingToCheck() {
        Map<String, Object> all = Map.of("fields", "all", "blocked_patterns", "secret");

        for (Row row : List.of(Row.empty(), Row.of("n", 1), Row.of("list", List.of(1, Map.of("n", true))))) {
            assertThat(error(all, row).reason().code()).isEqualTo("no_text_to_check");
        }
    }

    @Test
    void reportsEveryInvalidPatternWithItsLocation() {
        List<Problem> problems =
                problems(Map.of("fields", "text", "blocked_patterns", List.of("ok", "a(b", "x[z-a]", "", "(?=a)b")));

        assertThat(problems)
                .map(Problem::path)
                .containsExactly(
                        "blocked_patterns[1]", "blocked_patterns[2]", "blocked_patterns[3]", "blocked_patterns[4]");
        assertThat(problems)
                .map(Problem::message)
                .satisfiesExactly(
                        message -> assertThat(message).contains("missing closing )", "got 'a(b'"),
                        message -> assertThat(message).contains("at character 3", "got 'x[z-a]'"),
                        message -> assertThat(message).contains("must not be empty"),
                        message -> assertThat(message).contains("at character 1", "got '(?=a)b'"));
    }

    @Test
    void refusesPatternsThatCouldExhaustTheStack() {
        String nested = "(".repeat(20_000) + "a" + ")".repeat(20_000);
        String repeated = "a(((x?){30}){30}){30}";

        assertThat(problems(Map.of("fields", "text", "blocked_patterns", List.of(nested, repeated))))
                .map(Problem::message)
                .satisfiesExactly(
                        message -> assertThat(message).contains("more than 250 groups"),
                        message -> assertThat(message).contains("steps, more than 2500"));
    }

    @Test
    void refusesFieldsAndPatternsThatAreNone() {
        assertThat(problems(Map.of("fields", List.of(), "blocked_patterns", List.of())))
                .hasSize(2);
        assertThat(problems(Map.of("fields", List.of("all", "text"), "blocked_patterns", "x")))
                .hasSize(1);
    }

    private TransformResult.Error error(Map<String, Object> options, Row row) {
        return (TransformResult.Error) process(options, row);
    }
}
