package dev.rowan.transforms.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.testkit.contract.AggregatorContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollectContractTest extends AggregatorContract {

    @Override
    protected AggregatorPlugin plugin() {
        return new CollectPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("fields", List.of("id", "text"), "as", "tickets", "keep", "customer");
    }

    @Override
    protected List<Row> members() {
        return List.of(
                Row.of("id", 1).with("customer", "ada").with("text", null).with("x", 1),
                Row.of("id", 2).with("customer", "ada").with("text", "late"));
    }

    @Override
    protected Row refused() {
        return Row.of("id", 3).with("customer", "ada");
    }

    @Test
    void collectsTheFieldsOfEachMemberInOrder() {
        assertThat(aggregate(options(), members()).rows())
                .containsExactly(Row.of("customer", "ada")
                        .with(
                                "tickets",
                                List.of(
                                        Row.of("id", 1).with("text", null).asMap(),
                                        Row.of("id", 2).with("text", "late").asMap())));
    }

    @Test
    void collectsAllFieldsByDefault() {
        assertThat(aggregate(Map.of(), List.of(Row.of("a", 1), Row.of("b", 2))).rows())
                .containsExactly(Row.of("items", List.of(Map.of("a", 1), Map.of("b", 2))));
    }

    @Test
    void namesTheMissingField() {
        assertThat(aggregate(options(), List.of(refused())).refused())
                .singleElement()
                .satisfies(reason -> assertThat(reason.message()).isEqualTo("the row has no field 'text'"));
    }

    @Test
    void refusesToKeepTheFieldOfTheList() {
        assertThat(problems(Map.of("as", "items", "keep", List.of("items"))))
                .map(Problem::message)
                .containsExactly("must not name the field that is added, got 'items'");
    }
}
