package dev.rowan.transforms.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.api.plugin.RowSelector.Selection;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.contract.RowTransformContract;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SampleContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new SamplePlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("rate", 1, "seed", 7);
    }

    @Override
    protected Row passing() {
        return Row.of("id", 1);
    }

    private RowSelector sample(Map<String, Object> options) {
        return (RowSelector) plugin().configure(section(options));
    }

    private static List<Long> kept(RowSelector sample, long rows) {
        return LongStream.rangeClosed(1, rows)
                .filter(row -> sample.select(Row.of("id", row), new FakeContext().atRow(row)) instanceof Selection.Kept)
                .boxed()
                .toList();
    }

    @Test
    void keepsAboutTheShareAndTheSameRowsEachTime() {
        Map<String, Object> options = Map.of("rate", 0.1, "seed", 7);
        List<Long> kept = kept(sample(options), 10_000);

        assertThat(kept).hasSizeBetween(900, 1_100);
        assertThat(kept(sample(options), 10_000)).isEqualTo(kept);
        assertThat(kept(sample(Map.of("rate", 0.1, "seed", 8)), 10_000)).isNotEqualTo(kept);
    }

    @Test
    void keepsARowByItsKeyWhereverItStands() {
        RowSelector sample = sample(Map.of("rate", 0.5, "key", "id"));
        for (long id = 1; id <= 100; id++) {
            Row row = Row.of("id", id);
            assertThat(sample.select(row, new FakeContext().atRow(id)))
                    .isEqualTo(sample.select(row, new FakeContext().atRow(1_000 - id)));
        }
    }

    @Test
    void keepsExactlyTheNumberOfRows() {
        var sample = (FixedSizeSampler) sample(Map.of("rows", 50, "seed", 3));
        sample.rowCount(1_000);

        assertThat(kept(sample, 1_000)).hasSize(50);
    }

    @Test
    void keepsAllOfFewerRows() {
        var sample = (FixedSizeSampler) sample(Map.of("rows", 50));
        sample.rowCount(20);

        assertThat(kept(sample, 20)).hasSize(20);
    }

    @Test
    void failsForARowWithoutItsKey() {
        assertThat(process(Map.of("rate", 1, "key", "code"), passing()))
                .isInstanceOfSatisfying(
                        TransformResult.Error.class,
                        error -> assertThat(error.reason().code()).isEqualTo("missing_field"));
    }

    @Test
    void needsEitherARateOrANumber() {
        assertThat(problems(Map.of("seed", 1))).hasSize(1);
        assertThat(problems(Map.of("rate", 0.1, "rows", 5))).hasSize(1);
        assertThat(problems(Map.of("rows", 5, "key", "id"))).hasSize(1);
    }
}
