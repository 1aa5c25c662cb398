package dev.rowan.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.SplittableSource;
import dev.rowan.api.plugin.SplittableSource.InputSplit;
import dev.rowan.testkit.contract.SeekableSourceContract;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The source `jdbc` on any database.
abstract class JdbcSourceContract extends SeekableSourceContract {
    private static final int ROWS = 23;

    /// The URL of an empty database.
    protected abstract String url();

    protected abstract void execute(String... statements) throws Exception;

    @BeforeEach
    final void createTable() throws Exception {
        execute("create table reviews (id bigint primary key, shop varchar(20) not null, text varchar(200))");
        for (int i = 1; i <= ROWS; i++) {
            execute("insert into reviews values (%d, 'shop %d', %s)"
                    .formatted(i * 10, i % 3, i % 5 == 0 ? "null" : "'it''s täxt " + i + "'"));
        }
    }

    @Override
    protected SourcePlugin plugin() {
        return new JdbcSourcePlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("url", url(), "table", "reviews", "key", "id");
    }

    @Override
    protected List<Row> rows() {
        return IntStream.rangeClosed(1, ROWS)
                .mapToObj(i -> Row.of("id", i * 10L)
                        .with("shop", "shop " + i % 3)
                        .with("text", i % 5 == 0 ? null : "it's täxt " + i))
                .toList();
    }

    @Override
    protected List<Map<String, Object>> variants() {
        return List.of(
                Map.of(),
                Map.of("page_rows", 1),
                Map.of("page_rows", 5),
                Map.of("page_rows", 22),
                Map.of("page_rows", 23));
    }

    @Override
    protected Source source(Map<String, Object> more) throws Exception {
        var all = new HashMap<>(options());
        all.putAll(more);
        if (more.containsKey("query")) {
            all.remove("table");
        }
        Source source = plugin().configure(section(all));
        source.prepare(JdbcSetup.of(Faults.NONE));
        return source;
    }

    @Test
    void readsAQueryByAKeyOfSeveralColumns() throws Exception {
        Map<String, Object> options =
                Map.of("query", "select shop, id, text from reviews where id > 50;", "key", List.of("shop", "id"));
        List<Item> all = read(options);
        assertThat(all).map(Item::position).first().asString().startsWith("{\"shop\":\"shop 0\",\"id\":60} #");
        assertThat(all)
                .hasSize(ROWS - 5)
                .map(item -> ((Item.Record) item).id().orElseThrow())
                .startsWith("shop 0,60");
        for (int pageRows : new int[] {1, 2, 7}) {
            var paged = new HashMap<>(options);
            paged.put("page_rows", pageRows);
            assertThat(read(paged)).isEqualTo(all);
        }
    }

    @Test
    void stopsAtAKeyThatIsNotUnique() throws Exception {
        for (int pageRows : new int[] {1, 4, 100}) {
            assertThatThrownBy(() -> read(Map.of("key", "shop", "page_rows", pageRows)))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("key_not_ascending", "shop 0", "add columns to 'key'");
        }
    }

    @Test
    void stopsAtAKeyThatIsNull() {
        assertThatThrownBy(() -> read(Map.of("key", List.of("text"), "page_rows", 3)))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("key_not_ascending", "'text'", "null");
    }

    @Test
    void explainsAMissingTable() {
        assertThatThrownBy(() -> read(Map.of("table", "no_such_table")))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("no_such_table", "create the table, or correct 'table' or 'query'");
    }

    @Test
    void explainsAMissingKeyColumn() {
        assertThatThrownBy(() -> read(Map.of("key", "number")))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("'number'", "the columns are id, shop, text");
    }

    @Test
    void quarantinesARowThatIsTooLarge() throws Exception {
        List<Item> items = read(Map.of("max_record_bytes", 40));
        assertThat(items)
                .hasSize(ROWS)
                .anySatisfy(item -> assertThat(item).isInstanceOfSatisfying(Item.Unreadable.class, bad -> {
                    assertThat(bad.reason().code()).isEqualTo("record_too_large");
                    assertThat(bad.raw()).isEqualTo("{\"id\":10}");
                }));
    }

    @Test
    void refusesAPositionOfAnotherKey() throws Exception {
        String position = read(Map.of("key", List.of("id", "shop"))).getFirst().position();
        try (Source source = source(Map.of())) {
            source.open();
            assertThatThrownBy(() -> source.seek(position))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("not a position of the key id", "restore 'key'");
        }
    }

    @Test
    void splitsHaveTheRecordsOfTheWholeAndNoticeAnotherRow() throws Exception {
        Map<String, Object> pages = Map.of("page_rows", 3);
        List<InputSplit> splits;
        try (var source = (SplittableSource) source(pages)) {
            source.open();
            splits = source.split(10);
        }
        assertThat(splits).extracting(InputSplit::records).containsExactly(10L, 10L, 3L);
        var items = new ArrayList<Item>();
        for (InputSplit split : splits) {
            items.addAll(read(pages, split));
        }
        try (Source whole = source(Map.of())) {
            whole.open();
            for (Item item : items) {
                assertThat(whole.next()).hasValue(item);
            }
            assertThat(whole.next()).isEmpty();
        }

        execute("insert into reviews values (115, 'shop 1', 'added later')");
        assertThat(read(pages, splits.getFirst())).hasSize(10);
        assertThatThrownBy(() -> read(pages, splits.get(1)))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("has changed since the run was planned");
    }

    private List<Item> read(Map<String, Object> more, InputSplit split) throws Exception {
        var items = new ArrayList<Item>();
        try (var source = (SplittableSource) source(more)) {
            source.open();
            source.startAt(split.start());
            for (long i = 0; i < split.records(); i++) {
                items.add(source.next().orElseThrow());
            }
        }
        return items;
    }
}
