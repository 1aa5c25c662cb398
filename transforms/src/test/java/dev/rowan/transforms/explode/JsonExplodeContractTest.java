package dev.rowan.transforms.explode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.contract.RowTransformContract;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonExplodeContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new JsonExplodePlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("field", "items", "as", "item", "max_rows", 3);
    }

    @Override
    protected Row passing() {
        return Row.of("id", 7).with("items", Arrays.asList("a", null, Map.of("k", 1)));
    }

    @Test
    void makesARowOfEachElementWithItsIndex() {
        assertThat(process(options(), passing()))
                .isEqualTo(TransformResult.successMulti(List.of(
                        Row.of("id", 7).with("item", "a").with("index", 0),
                        Row.of("id", 7).with("item", null).with("index", 1),
                        Row.of("id", 7).with("item", Map.of("k", 1)).with("index", 2))));
    }

    @Test
    void mayPutTheElementIntoTheFieldOfTheList() {
        assertThat(process(Map.of("field", "items", "as", "items"), Row.of("items", List.of("a"))))
                .isEqualTo(TransformResult.successMulti(
                        List.of(Row.of("items", "a").with("index", 0))));
    }

    @Test
    void failsOnWhatIsNoListOrTooLongOrWouldReplaceAField() {
        assertThat(code(Row.of("id", 7))).isEqualTo("missing_field");
        assertThat(code(Row.of("items", "a,b"))).isEqualTo("not_a_list");
        assertThat(code(Row.of("items", List.of(1, 2, 3, 4)))).isEqualTo("too_many_rows");
        assertThat(code(Row.of("items", List.of(1)).with("index", 9))).isEqualTo("field_collision");
    }

    private String code(Row row) {
        return ((TransformResult.Error) process(options(), row)).reason().code();
    }
}
