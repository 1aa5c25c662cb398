package dev.rowan.transforms.compute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.RowTransformContract;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComputeContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new ComputePlugin();
    }

    @Override
    protected Map<String, Object> options() {
        var set = new LinkedHashMap<String, Object>();
        set.put("total", "row.price * row.n");
        set.put("large", "row.total > 20");
        return Map.of("set", set, "overwrite", true);
    }

    @Override
    protected Row passing() {
        return Row.of("price", new BigDecimal("9.99")).with("n", 3);
    }

    @Test
    void setsFieldsInOrder() {
        assertThat(process(options(), passing()))
                .isEqualTo(TransformResult.success(
                        passing().with("total", new BigDecimal("29.97")).with("large", true)));
    }

    @Test
    void failsTheRowAndSaysWhichFieldAndWhy() {
        TransformResult result = process(options(), Row.of("price", "cheap").with("n", 3));

        assertThat(((TransformResult.Error) result).reason().asMap())
                .containsEntry("reason", "expression_failed")
                .containsEntry("field", "total")
                .containsEntry(
                        "message",
                        "the expression for 'total' failed: column 11: No matching overload for function '_*_'.");
    }

    @Test
    void replacesAFieldOnlyIfToldTo() {
        Row row = Row.of("a", 1);

        assertThat(((TransformResult.Error) process(Map.of("set", Map.of("a", "row.a + 1")), row))
                        .reason()
                        .code())
                .isEqualTo("field_collision");
        assertThat(process(Map.of("set", Map.of("a", "row.a + 1"), "overwrite", true), row))
                .isEqualTo(TransformResult.success(Row.of("a", 2)));
    }

    @Test
    void reportsEveryWrongExpression() {
        var set = new LinkedHashMap<String, Object>();
        set.put("a", "row.x +");
        set.put("b", "lower(row.x)");

        assertThat(problems(Map.of("set", set)))
                .map(Problem::message)
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("invalid expression for 'a', column 8: "),
                        second -> assertThat(second)
                                .startsWith("invalid expression for 'b', column 6: undeclared reference"));
    }

    @Test
    void namesTheFieldsThatItNeedsAndAdds() {
        var transform = ((RowTransform)
                plugin().configure(section(Map.of("set", options().get("set")))));

        assertThat(transform.fieldUses())
                .extracting(use -> use.role() + " " + use.name())
                .containsExactly("REQUIRED n", "REQUIRED price", "ADDED total", "ADDED large");
    }
}
