package dev.rowan.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.FieldRenames;
import dev.rowan.api.plugin.Guardrail;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.text.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GuardrailCoverageTest {
    private final GuardrailCoverage coverage = new GuardrailCoverage();

    @Test
    void aNameThatAnUncheckedFieldTakesIsNotCovered() {
        coverage.pass(new Check("text"));
        coverage.pass(new Rename(Map.of("raw", "text")));

        assertThat(covers("text")).isFalse();
    }

    @Test
    void followsFieldsThatSwapTheirNames() {
        coverage.pass(new Check("a"));
        coverage.pass(new Rename(Map.of("a", "b", "b", "a")));

        assertThat(covers("a")).isFalse();
        assertThat(covers("b")).isTrue();
    }

    @Test
    void followsAnUncheckedFieldOfARowThatWasChecked() {
        coverage.pass(new Check());
        coverage.pass(new Add("summary"));
        coverage.pass(new Rename(Map.of("summary", "text", "text", "summary")));

        assertThat(covers("text")).isFalse();
        assertThat(covers("summary")).isTrue();
        assertThat(coverage.covers(FieldPath.ROW)).isFalse();
    }

    @Test
    void aFieldThatIsAddedAfterTheCheckIsNotCovered() {
        coverage.pass(new Check());
        coverage.pass(new Add("summary"));

        assertThat(covers("summary")).isFalse();
        assertThat(covers("text")).isTrue();
        coverage.pass(new Check());
        assertThat(covers("summary")).isTrue();
    }

    private boolean covers(String field) {
        return coverage.covers(FieldPath.field(field));
    }

    private abstract static class Passing implements RowTransform {
        @Override
        public TransformResult process(Row row, PluginContext context) {
            return TransformResult.success(row);
        }
    }

    /// Checks the fields, or the whole row if there are none.
    private static final class Check extends Passing implements Guardrail {
        private final Set<FieldPath> places;

        Check(String... fields) {
            this.places = fields.length == 0
                    ? Set.of(FieldPath.ROW)
                    : Set.copyOf(List.of(fields).stream().map(FieldPath::field).toList());
        }

        @Override
        public Set<FieldPath> checkedFields() {
            return places;
        }
    }

    private static final class Rename extends Passing implements FieldRenames {
        private final Map<String, String> renamed;

        Rename(Map<String, String> renamed) {
            this.renamed = renamed;
        }

        @Override
        public Map<String, String> renamedFields() {
            return renamed;
        }
    }

    private static final class Add extends Passing {
        private final String field;

        Add(String field) {
            this.field = field;
        }

        @Override
        public RowFields outputFields(RowFields input) {
            return input.with(List.of(field));
        }
    }
}
