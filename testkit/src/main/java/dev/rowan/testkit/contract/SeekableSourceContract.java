package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The contract of sources that continue behind a recorded position instead of reading from their start.
public abstract class SeekableSourceContract extends PluginContract<SourcePlugin> {

    /// A prepared source of the input, not yet opened, with these additional options.
    protected abstract Source source(Map<String, Object> more) throws Exception;

    /// The rows of the input, in their order.
    protected abstract List<Row> rows();

    /// Sets of options with which the source reads the same rows, such as page sizes.
    protected abstract List<Map<String, Object>> variants();

    @Override
    protected final Class<SourcePlugin> service() {
        return SourcePlugin.class;
    }

    @Test
    void readsTheRowsInTheirOrder() throws Exception {
        for (Map<String, Object> options : variants()) {
            assertThat(values(read(options))).as(options.toString()).isEqualTo(rows());
        }
    }

    @Test
    void givesEachRecordAPositionOfItsOwnWhateverTheOptions() throws Exception {
        List<String> positions = positions(read(variants().getFirst()));
        assertThat(positions).doesNotHaveDuplicates();
        for (Map<String, Object> options : variants()) {
            assertThat(positions(read(options))).isEqualTo(positions);
        }
    }

    @Test
    void continuesBehindAnyRecordAsIfItHadReadAll() throws Exception {
        for (Map<String, Object> options : variants()) {
            List<Item> all = read(options);
            for (int i = 0; i < all.size(); i++) {
                try (Source source = source(options)) {
                    source.open();
                    assertThat(source.seek(all.get(i).position())).isTrue();
                    assertThat(rest(source)).isEqualTo(all.subList(i + 1, all.size()));
                }
            }
        }
    }

    @Test
    void knowsItsFieldsBeforeTheFirstRow() throws Exception {
        try (Source source = source(Map.of())) {
            source.open();
            assertThat(source.fields().names())
                    .containsAll(rows().getFirst().names().list());
        }
    }

    protected final List<Item> read(Map<String, Object> options) throws Exception {
        try (Source source = source(options)) {
            source.open();
            List<Item> items = rest(source);
            assertThat(source.progress()).isPositive();
            return items;
        }
    }

    private static List<Item> rest(Source source) throws Exception {
        var items = new ArrayList<Item>();
        for (var item = source.next(); item.isPresent(); item = source.next()) {
            items.add(item.get());
        }
        assertThat(source.next()).isEmpty();
        return items;
    }

    private static List<Row> values(List<Item> items) {
        return items.stream().map(item -> ((Item.Record) item).row()).toList();
    }

    private static List<String> positions(List<Item> items) {
        return items.stream().map(Item::position).toList();
    }
}
