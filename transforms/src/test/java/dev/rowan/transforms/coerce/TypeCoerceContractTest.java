package dev.rowan.transforms.coerce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.RowTransformContract;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TypeCoerceContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new TypeCoercePlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of(
                "fields", Map.of("n", "int", "price", "float", "ok", "bool", "name", "str"), "empty_as_null", true);
    }

    @Override
    protected Row passing() {
        return Row.of("n", "12")
                .with("price", "1.10")
                .with("ok", "yes")
                .with("name", 7)
                .with("other", "8");
    }

    @Test
    void readsEveryKey() {
        assertThat(options().keySet()).containsExactlyInAnyOrderElementsOf(TypeCoerceSettings.OPTIONS.names());
        assertThat(TypeCoerceSettings.read(
                        Section.check(ConfigNode.of(options()), TypeCoerceSettings.OPTIONS, Path.of(""), new Problems())
                                .orElseThrow()))
                .isEqualTo(new TypeCoerceSettings(
                        Map.of("n", Type.INT, "price", Type.FLOAT, "ok", Type.BOOL, "name", Type.STR), true));
    }

    @Test
    void convertsValuesInPlace() {
        assertThat(process(options(), passing()))
                .isEqualTo(TransformResult.success(Row.of("n", 12)
                        .with("price", new BigDecimal("1.10"))
                        .with("ok", true)
                        .with("name", "7")
                        .with("other", "8")));
    }

    @Test
    void keepsNullAndConvertsBlankTextToNullIfConfigured() {
        Row row = passing().with("n", " ").with("price", null).with("name", "");

        assertThat(process(options(), row))
                .isEqualTo(TransformResult.success(row.with("n", null).with("ok", true)));
    }

    @Test
    void failsOnBlankTextOtherwise() {
        assertThat(reasonCode(Map.of("fields", Map.of("n", "int")), Row.of("n", "")))
                .isEqualTo("type_mismatch");
    }

    @Test
    void namesFieldAndTypesWhenAValueDoesNotFit() {
        TransformResult.Error error =
                (TransformResult.Error) process(options(), passing().with("price", "12,50"));

        assertThat(error.reason().code()).isEqualTo("type_mismatch");
        assertThat(error.reason().message()).isEqualTo("field 'price' must be float, got '12,50'");
        assertThat(error.reason().details()).isEqualTo(Map.of("field", "price", "wanted", "float", "found", "'12,50'"));
        assertThat(error.verdict()).isEqualTo(TransformResult.Verdict.FAILED);
    }

    @Test
    void failsARowWithoutTheField() {
        assertThat(reasonCode(options(), Row.empty())).isEqualTo("missing_field");
    }

    @Test
    void reportsEveryUnknownType() {
        assertThat(problems(Map.of("fields", Map.of("a", "integer", "b", "int", "c", "date"))))
                .map(Problem::message)
                .containsExactlyInAnyOrder(
                        "the type of 'a' must be int, float, bool or str, got 'integer'",
                        "the type of 'c' must be int, float, bool or str, got 'date'");
        assertThat(problems(Map.of("fields", Map.of()))).hasSize(1);
    }

    @Test
    void showsOnlyTheBeginningOfALongText() {
        TransformResult.Error error =
                (TransformResult.Error) process(options(), passing().with("n", "x".repeat(10_000)));

        assertThat(error.reason().message()).hasSizeLessThan(100);
        assertThat(List.copyOf(error.reason().details().keySet())).containsExactly("field", "wanted", "found");
    }

    private String reasonCode(Map<String, Object> options, Row row) {
        return ((TransformResult.Error) process(options, row)).reason().code();
    }
}
