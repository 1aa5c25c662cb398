package dev.rowan.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A driver that is not built in, from a directory of its own.
@Tag("slow")
class DuckDbSourceTest {
    @TempDir
    Path folder;

    @Test
    void readsThroughADriverFromADirectory() throws Exception {
        Path jar = Path.of(DuckDBDriver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Files.createSymbolicLink(
                Files.createDirectories(folder.resolve("plugins/duckdb")).resolve("duckdb.jar"), jar);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("data.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute("create table things as select n::integer as id, (n * 1.5)::decimal(18,4) as price,"
                    + " 170141183460469231731687303715884105727::hugeint as big,"
                    + " '2026-01-01 00:00:00+00'::timestamptz as seen, ['a', null] as tags,"
                    + " '{\"a\":1}'::json as doc, '2026-01-02'::date as day from range(1, 21) r(n)");
        }
        List<Item> items = read(source());
        assertThat(items).hasSize(20).map(Item::position).doesNotHaveDuplicates();
        assertThat(((Item.Record) items.getFirst()).row().asMap())
                .containsEntry("id", 1L)
                .hasEntrySatisfying(
                        "big",
                        big -> assertThat(String.valueOf(big)).isEqualTo("170141183460469231731687303715884105727"))
                .containsEntry("price", new BigDecimal("1.5000"))
                .containsEntry("seen", "2026-01-01T00:00:00Z")
                .containsEntry("tags", Arrays.asList("a", null))
                .containsEntry("doc", Map.of("a", 1L))
                .containsEntry("day", "2026-01-02");
    }

    @Test
    void saysWhereTheDriverBelongs() {
        assertThatThrownBy(() -> read(source()))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("no driver for jdbc:duckdb", "put its jar into", "plugins/duckdb");
    }

    private Source source() throws Exception {
        var problems = new Problems();
        var plugin = new JdbcSourcePlugin();
        Map<String, Object> options =
                Map.of("url", "jdbc:duckdb:data.duckdb", "table", "things", "key", "id", "page_rows", 7);
        Source source = plugin.configure(Section.check(ConfigNode.of(options), plugin.options(), folder, problems)
                .orElseThrow());
        source.prepare(JdbcSetup.of(Faults.NONE));
        return source;
    }

    private static List<Item> read(Source source) throws Exception {
        try (source) {
            source.open();
            var items = new ArrayList<Item>();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                items.add(item.get());
            }
            return items;
        }
    }
}
