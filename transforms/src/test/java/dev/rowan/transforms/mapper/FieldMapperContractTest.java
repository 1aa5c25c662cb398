package dev.rowan.transforms.mapper;

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
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FieldMapperContractTest extends RowTransformContract {
    private static final Row ROW = Row.of("id", 1).with("body", "text").with("junk", null);

    @Override
    protected TransformPlugin plugin() {
        return new FieldMapperPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("mapping", Map.of("body", "text"));
    }

    @Override
    protected Row passing() {
        return ROW;
    }

    @Test
    void readsEveryKey() {
        Map<String, Object> all =
                Map.of("mapping", Map.of("a", "b"), "drop", "c", "keep", List.of("d"), "missing", "ignore");

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(FieldMapperSettings.OPTIONS.names());
        assertThat(FieldMapperSettings.read(
                        Section.check(ConfigNode.of(all), FieldMapperSettings.OPTIONS, Path.of(""), new Problems())
                                .orElseThrow()))
                .isEqualTo(new FieldMapperSettings(
                        Map.of("a", "b"), Set.of("c"), Optional.of(Set.of("d")), FieldMapperSettings.Missing.IGNORE));
    }

    @Test
    void renamesInPlaceAndKeepsTheRest() {
        assertPasses(options(), Row.of("id", 1).with("text", "text").with("junk", null));
    }

    @Test
    void swapsNames() {
        assertPasses(
                Map.of("mapping", Map.of("id", "body", "body", "id")),
                Row.of("body", 1).with("id", "text").with("junk", null));
    }

    @Test
    void dropsFields() {
        assertPasses(
                Map.of("drop", List.of("junk"), "mapping", Map.of("id", "key")),
                Row.of("key", 1).with("body", "text"));
    }

    @Test
    void keepsOnlyWhatIsNamed() {
        assertPasses(
                Map.of("keep", List.of("body"), "mapping", Map.of("id", "key")),
                Row.of("key", 1).with("body", "text"));
    }

    @Test
    void failsARowWithoutAFieldThatIsNamed() {
        for (Map<String, Object> options : List.<Map<String, Object>>of(
                Map.of("mapping", Map.of("x", "y")), Map.of("drop", "x"), Map.of("keep", "x"))) {
            TransformResult.Error error = (TransformResult.Error) process(options, ROW);
            assertThat(error.reason().code()).isEqualTo("missing_field");
            assertThat(error.reason().details()).isEqualTo(Map.of("field", "x"));
        }
    }

    @Test
    void ignoresAMissingFieldIfConfigured() {
        assertPasses(Map.of("mapping", Map.of("x", "y"), "missing", "ignore"), ROW);
    }

    @Test
    void failsARowWhereTwoFieldsWouldShareAName() {
        for (String target : List.of("id", "junk")) {
            TransformResult.Error error =
                    (TransformResult.Error) process(Map.of("mapping", Map.of("body", target)), ROW);
            assertThat(error.reason().code()).isEqualTo("field_collision");
            assertThat(error.reason().details()).isEqualTo(Map.of("field", target));
        }
    }

    @Test
    void reportsEveryContradictionInItsOptions() {
        assertThat(problems(Map.of()))
                .map(Problem::message)
                .containsExactly("needs at least one of 'mapping', 'drop' and 'keep'");
        assertThat(problems(Map.of(
                        "mapping", Map.of("a", "x", "b", "x", "c", ""), "drop", List.of("a"), "keep", List.of("b"))))
                .map(Problem::message)
                .containsExactlyInAnyOrder(
                        "must not be combined with 'keep', which already omits the rest",
                        "must give each field a name of its own, got 'x' twice",
                        "the new name of 'c' must not be empty",
                        "must not name 'a', which 'mapping' renames");
    }

    private void assertPasses(Map<String, Object> options, Row expected) {
        TransformResult result = process(options, ROW);
        assertThat(result).isEqualTo(TransformResult.success(expected));
    }
}
