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
import dev.rowan.testkit.contract.RowTransformContract;
import dev.rowan.transforms.TextFields;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeywordFilterContractTest extends RowTransformContract {
    private static final String PASSWORD = "(?i)\\bpassword\\b";

    @Override
    protected TransformPlugin plugin() {
        return new KeywordFilterPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("fields", List.of("title", "text"), "blocked_patterns", List.of("secret", PASSWORD));
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
                        new TextFields.Named(List.of("title", "text")),
                        List.of(BlockedPattern.of("secret"), BlockedPattern.of(PASSWORD))));
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
        assertFails(passing().with("title", List.of("secret")), "not_text", "title");
    }

    private void assertFails(Row row, String code, String field) {
        TransformResult.Error error = error(options(), row);
        assertThat(error.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(error.reason().code()).isEqualTo(code);
        assertThat(error.reason().details()).containsEntry("field", field);
    }

    @Test
    void looksAtEveryTextOfTheRowWhenToldAll() {
        Map<String, Object> all = Map.of("fields", "all", "blocked_patterns", "secret");

        assertThat(error(all, passing()).reason().details()).containsEntry("field", "other");
        assertThat(process(all, Row.of("n", 1).with("text", "clean"))).isInstanceOf(TransformResult.Success.class);
    }

    @Test
    void failsARowWithNothingToCheck() {
        Map<String, Object> all = Map.of("fields", "all", "blocked_patterns", "secret");

        assertThat(error(all, Row.of("n", 1)).reason().code()).isEqualTo("no_text_to_check");
    }

    @Test
    void reportsEveryBadPatternAtOnceWithItsPlace() {
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
