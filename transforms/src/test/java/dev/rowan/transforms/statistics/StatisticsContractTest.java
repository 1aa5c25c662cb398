package dev.rowan.transforms.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.testkit.contract.AggregatorContract;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StatisticsContractTest extends AggregatorContract {

    @Override
    protected AggregatorPlugin plugin() {
        return new StatisticsPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("fields", "price", "quantiles", List.of(0.5, 0.95), "group_by", "shop");
    }

    @Override
    protected List<Row> members() {
        return List.of(
                Row.of("shop", "a").with("price", 0.1),
                Row.of("shop", "b").with("price", 7),
                Row.of("shop", "a").with("price", 0.2),
                Row.of("shop", "a").with("price", null));
    }

    @Override
    protected Row refused() {
        return Row.of("shop", "a").with("price", "3");
    }

    @Test
    void countsExactlyForEachCombination() {
        assertThat(aggregate(options(), members()).rows())
                .containsExactly(
                        Row.of("shop", "a")
                                .with("count", 3)
                                .with("price_count", 2)
                                .with("price_sum", new BigDecimal("0.3"))
                                .with("price_mean", new BigDecimal("0.15"))
                                .with("price_min", new BigDecimal("0.1"))
                                .with("price_max", new BigDecimal("0.2"))
                                .with("price_p50", new BigDecimal("0.15"))
                                .with("price_p95", new BigDecimal("0.195")),
                        Row.of("shop", "b")
                                .with("count", 1)
                                .with("price_count", 1)
                                .with("price_sum", 7)
                                .with("price_mean", 7)
                                .with("price_min", 7)
                                .with("price_max", 7)
                                .with("price_p50", 7)
                                .with("price_p95", 7));
    }

    @Test
    void interpolatesQuantiles() {
        List<Row> members =
                LongStream.of(40, 10, 30, 20).mapToObj(n -> Row.of("n", n)).toList();
        Map<String, Object> options = Map.of("fields", "n", "quantiles", List.of(0, 0.25, 0.5, 0.999, 1));

        assertThat(aggregate(options, members).rows()).singleElement().satisfies(row -> {
            assertThat(row.get("n_p0")).isEqualTo(10L);
            assertThat(row.get("n_p25")).isEqualTo(new BigDecimal("17.5"));
            assertThat(row.get("n_p50")).isEqualTo(25L);
            assertThat(row.get("n_p99_9")).isEqualTo(new BigDecimal("39.97"));
            assertThat(row.get("n_p100")).isEqualTo(40L);
        });
    }

    @Test
    void hasNullsIfThereIsNoNumber() {
        assertThat(aggregate(options(), List.of(members().getLast())).rows())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.get("price_sum")).isEqualTo(0L);
                    assertThat(row.get("price_mean")).isNull();
                    assertThat(row.get("price_p50")).isNull();
                });
    }

    @Test
    void refusesWhatIsNoNumber() {
        Row huge = Row.of("shop", "a").with("price", new BigDecimal("1E+500"));

        assertThat(aggregate(options(), List.of(refused(), Row.of("shop", "a"), huge))
                        .refused())
                .extracting(Reason::message)
                .containsExactly(
                        "field 'price' must be a number, got text",
                        "the row has no field 'price'",
                        "field 'price' must be a number, got a number with an exponent beyond 400");
    }

    @Test
    void refusesSettingsThatCannotBe() {
        assertThat(problems(Map.of("fields", "n", "quantiles", List.of(0.5, 1.5))))
                .map(Problem::message)
                .containsExactly("must be a number from 0 to 1, got 1.5");
        assertThat(problems(Map.of("fields", List.of("n", "n"))))
                .map(Problem::message)
                .containsExactly("two values would have the name 'n_count'");
        assertThat(problems(Map.of("fields", List.of())))
                .map(Problem::message)
                .containsExactly("must name at least one field, got none");
    }
}
