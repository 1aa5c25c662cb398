package dev.rowan.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source.Item;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SqliteSourceTest extends JdbcSourceContract {

    @Override
    protected String url() {
        return "jdbc:sqlite:data.db";
    }

    @Override
    protected void execute(String... statements) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("data.db"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void readsValuesAsTheyAreStored() throws Exception {
        execute(
                "create table things (name text primary key, x)",
                "insert into things values ('a', 1), ('b', 0.1), ('c', x'00ff'), ('d', null), ('e', 'text'),"
                        + " ('f', 9223372036854775807)");
        assertThat(read(Map.of("table", "things", "key", "name")))
                .map(item -> ((Item.Record) item).row().get("x"))
                .containsExactly(1L, new BigDecimal("0.1"), "AP8=", null, "text", Long.MAX_VALUE);
    }

    @Test
    void readsByAKeyOfRealNumbers() throws Exception {
        execute("create table readings (at real primary key)");
        for (int i = 0; i < 20; i++) {
            execute("insert into readings values (" + i / 7.0 + ")");
        }
        assertThat(read(Map.of("table", "readings", "key", "at", "page_rows", 3)))
                .hasSize(20);
    }

    @Test
    void explainsAMissingFile() {
        assertThatThrownBy(() -> read(Map.of("url", "jdbc:sqlite:elsewhere.db")))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("elsewhere.db does not exist", "create the database");
    }
}
