package dev.rowan.transforms.deduplicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.RowSelector.Selection;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.contract.RowTransformContract;
import dev.rowan.transforms.key.KeyDigest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeduplicateContractTest extends RowTransformContract {

    @Override
    protected TransformPlugin plugin() {
        return new DeduplicatePlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("key", List.of("name", "n"));
    }

    @Override
    protected Row passing() {
        return Row.of("name", "a").with("n", 1);
    }

    private Deduplicate deduplicate(Map<String, Object> options) {
        return (Deduplicate) plugin().configure(section(options));
    }

    private static Selection select(Deduplicate transform, long rowSeq, Row row) {
        return transform.select(row, new FakeContext().atRow(rowSeq));
    }

    @Test
    void keepsTheFirstRowOfAKeyAndNamesItInTheOthers() throws Exception {
        Deduplicate transform = deduplicate(options());
        Row same = passing().with("n", new BigDecimal("1.0"));
        Row other = passing().with("n", "1");
        transform.observe(3, passing());
        transform.observe(4, other);
        transform.observe(5, same);

        assertThat(select(transform, 3, passing())).isEqualTo(new Selection.Kept());
        assertThat(select(transform, 4, other)).isEqualTo(new Selection.Kept());
        assertThat(select(transform, 5, same)).isEqualTo(new Selection.Dropped(same.with("duplicate_of", 3)));
    }

    @Test
    void decidesTheSameAfterAResumeThatShowsTheRowsInAnyOrder() throws Exception {
        Deduplicate transform = deduplicate(options());
        transform.observe(9, passing());
        transform.observe(2, passing());

        assertThat(select(transform, 2, passing())).isEqualTo(new Selection.Kept());
        assertThat(select(transform, 9, passing())).isInstanceOf(Selection.Dropped.class);
    }

    @Test
    void findsManyKeysInLittleMemoryAndStopsBeforeItTakesMore() throws Exception {
        var rows = new FirstRowIndex(4 << 20);
        boolean fits = true;
        for (long row = 1; row <= 150_000; row++) {
            fits &= rows.add(key(row), row);
        }
        assertThat(fits).isTrue();
        for (long row = 1; row <= 150_000; row += 997) {
            assertThat(rows.find(key(row))).hasValue(row);
        }
        Deduplicate small = deduplicate(Map.of("key", "id", "memory", "64KiB"));
        assertThatThrownBy(() -> {
                    for (long row = 1; row <= 10_000; row++) {
                        small.observe(row, Row.of("id", row));
                    }
                })
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("too many for its 'memory'");
    }

    private static byte[] key(long row) {
        return KeyDigest.of(Row.of("id", row), List.of("id"));
    }

    @Test
    void failsForARowWithoutItsKey() {
        assertThat(select(deduplicate(options()), 1, Row.of("name", "a"))).isInstanceOf(Selection.Failed.class);
    }
}
