package dev.rowan.transforms.assemble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.testkit.contract.AggregatorContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssembleTextContractTest extends AggregatorContract {

    @Override
    protected AggregatorPlugin plugin() {
        return new AssembleTextPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of(
                "field", "note",
                "template", "{{ number }}. {{value}} ({{ row.by }})",
                "separator", "; ",
                "as", "report",
                "keep", "day");
    }

    @Override
    protected List<Row> members() {
        return List.of(
                Row.of("day", 1).with("note", "late").with("by", "ada"),
                Row.of("day", 2).with("note", 0.50).with("by", true));
    }

    @Override
    protected Row refused() {
        return Row.of("day", 1).with("note", List.of("late")).with("by", "ada");
    }

    @Test
    void joinsTheMembersByTheTemplate() {
        assertThat(aggregate(options(), members()).rows())
                .containsExactly(Row.of("day", 1).with("report", "1. late (ada); 2. 0.5 (true)"));
    }

    @Test
    void joinsTheFieldAloneByDefault() {
        assertThat(aggregate(Map.of("field", "t"), List.of(Row.of("t", "a{{ value }}"), Row.of("t", "b")))
                        .rows())
                .containsExactly(Row.of("text", "a{{ value }}\nb"));
    }

    @Test
    void refusesAMemberWithoutText() {
        Row missing = Row.of("day", 1).with("note", "x");

        assertThat(aggregate(options(), List.of(refused(), missing)).refused())
                .extracting(Reason::message)
                .containsExactly("field 'note' must be text, got a list", "the row has no field 'by'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{ note }}", "{{ value", "{% if x %}", "{{ row.by|upper }}", "{{ row. }}"})
    void refusesATemplateWithMoreThanPlaceholders(String template) {
        assertThat(problems(Map.of("field", "note", "template", template)))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .startsWith("must ");
    }
}
