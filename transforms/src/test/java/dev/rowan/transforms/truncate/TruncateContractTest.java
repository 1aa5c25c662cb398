package dev.rowan.transforms.truncate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.RowTransformContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TruncateContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new TruncatePlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("fields", List.of("title", "text"), "max_chars", 5, "suffix", "…");
    }

    @Override
    protected Row passing() {
        return Row.of("title", "short").with("text", "much too long").with("other", "much too long");
    }

    @Test
    void readsEveryKey() {
        assertThat(options().keySet()).containsExactlyInAnyOrderElementsOf(TruncateSettings.OPTIONS.names());
        assertThat(TruncateSettings.read(
                        Section.check(ConfigNode.of(options()), TruncateSettings.OPTIONS, Path.of(""), new Problems())
                                .orElseThrow()))
                .isEqualTo(new TruncateSettings(new TextFields.Named(List.of("title", "text")), new Cut(5, "…")));
    }

    @Test
    void cutsOnlyWhatIsTooLongAndNamed() {
        assertThat(process(options(), passing()))
                .isEqualTo(TransformResult.success(passing().with("text", "much…")));
    }

    @Test
    void leavesNullAndRowsWithoutText() {
        Row row = passing().with("text", null);

        assertThat(process(options(), row)).isEqualTo(TransformResult.success(row));
        assertThat(process(Map.of("fields", "all", "max_chars", 1), Row.of("n", 123)))
                .isEqualTo(TransformResult.success(Row.of("n", 123)));
    }

    @Test
    void failsOnAFieldThatIsMissingOrNoText() {
        assertThat(code(Row.of("title", "x"))).isEqualTo("missing_field");
        assertThat(code(passing().with("text", 123456))).isEqualTo("not_text");
    }

    @Test
    void rejectsASuffixThatIsTooLong() {
        assertThat(problems(Map.of("fields", "text", "max_chars", 3, "suffix", "...")))
                .map(Problem::message)
                .containsExactly("must be shorter than 'max_chars' (3), got '...'");
    }

    private String code(Row row) {
        return ((TransformResult.Error) process(options(), row)).reason().code();
    }
}
