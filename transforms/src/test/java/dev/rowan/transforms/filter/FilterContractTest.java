package dev.rowan.transforms.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.RowTransformContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FilterContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new FilterPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("keep", "row.lang == 'en'", "otherwise", "others");
    }

    @Override
    protected Row passing() {
        return Row.of("lang", "en").with("n", 1);
    }

    private String reason(Row row) {
        return process(options(), row) instanceof TransformResult.Error(var reason, var _) ? reason.code() : "passed";
    }

    @Test
    void dropsARowForWhichTheExpressionIsFalse() {
        assertThat(reason(Row.of("lang", "de"))).isEqualTo("filtered");
    }

    @Test
    void failsForARowThatLacksTheField() {
        assertThat(reason(Row.of("n", 1))).isEqualTo("expression_failed");
    }

    @Test
    void rejectsAnExpressionThatIsNeitherTrueNorFalse() {
        assertThat(problems(Map.of("keep", "'en'")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("invalid expression"));
    }
}
