package dev.rowan.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.testkit.server.PostgresServer;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("slow")
class PostgresSourceTest extends JdbcSourceContract {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer();

    private final String url;

    PostgresSourceTest(PostgresServer.Schema schema) {
        this.url = schema.jdbcUrl();
    }

    @Override
    protected String url() {
        return url;
    }

    @Override
    protected void execute(String... statements) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void mapsTypesWithoutLoss() throws Exception {
        execute(
                "create type mood as enum ('good', 'bad')",
                "create table things (id uuid primary key, price numeric(38,4), at timestamptz, local timestamp(6),"
                        + " day date, clock time, doc jsonb, tags text[], grid int[][], raw bytea, on_sale boolean,"
                        + " ratio float8, small smallint, mood mood, letter char(3))",
                "insert into things values ('6f1d2f60-0000-4000-8000-000000000001', 1234567890123456789012345678.1234,"
                        + " '2026-03-01 12:00:00.123456+02', '2026-03-01 12:00:00.000001', '2026-03-01', '08:30',"
                        + " '{\"a\": [1, 2.50, null]}', '{x,NULL,\"y,z\"}', '{{1,2},{3,4}}', '\\x00ff', true, 0.1, 7,"
                        + " 'good', 'ab')");
        Item item = read(Map.of("table", "things", "key", "id")).getFirst();
        Row row = ((Item.Record) item).row();
        assertThat(row.get("id")).isEqualTo("6f1d2f60-0000-4000-8000-000000000001");
        assertThat(row.get("price")).isEqualTo(new BigDecimal("1234567890123456789012345678.1234"));
        assertThat(row.get("at")).isEqualTo("2026-03-01T10:00:00.123456Z");
        assertThat(row.get("local")).isEqualTo("2026-03-01T12:00:00.000001");
        assertThat(row.get("day")).isEqualTo("2026-03-01");
        assertThat(row.get("clock")).isEqualTo("08:30:00");
        assertThat(row.get("doc")).isEqualTo(Map.of("a", Arrays.asList(1L, new BigDecimal("2.50"), null)));
        assertThat(row.get("tags")).isEqualTo(Arrays.asList("x", null, "y,z"));
        assertThat(row.get("grid")).isEqualTo(List.of(List.of(1L, 2L), List.of(3L, 4L)));
        assertThat(row.get("raw")).isEqualTo("AP8=");
        assertThat(row.get("on_sale")).isEqualTo(true);
        assertThat(row.get("ratio")).isEqualTo(new BigDecimal("0.1"));
        assertThat(row.get("small")).isEqualTo(7L);
        assertThat(row.get("mood")).isEqualTo("good");
        assertThat(row.get("letter")).isEqualTo("ab ");
    }

    @Test
    void readsByKeysOfEveryType() throws Exception {
        for (String type :
                List.of("timestamptz", "timestamp", "date", "uuid", "numeric", "float8", "text", "smallint")) {
            String value = switch (type) {
                case "timestamptz", "timestamp" -> "('2026-01-01'::timestamp + n * interval '1.000001 s')";
                case "date" -> "('2026-01-01'::date + n)";
                case "uuid" -> "md5(n::text)::uuid";
                case "numeric" -> "n / 7.0";
                case "float8" -> "n / 7.0::float8";
                default -> "n";
            };
            execute(
                    "drop table if exists keyed",
                    "create table keyed as select (" + value + ")::" + type + " as k, n from generate_series(1, 40) n");
            assertThat(read(Map.of("table", "keyed", "key", "k", "page_rows", 7)))
                    .as(type)
                    .hasSize(40);
        }
    }

    @Test
    void quarantinesValuesThatARowCannotHold() throws Exception {
        execute(
                "create table things (id int primary key, x float8, n numeric, at timestamptz)",
                "insert into things values (1, 'NaN', 0, now()), (2, 1, 'NaN', now()), (3, 1, 1, 'infinity'),"
                        + " (4, 1, 1, '2026-01-01')");
        assertThat(read(Map.of("table", "things", "key", "id")))
                .map(item -> item instanceof Item.Unreadable bad
                        ? bad.reason().code() + " " + bad.reason().message().split(":")[0]
                        : "row")
                .containsExactly(
                        "unmappable_value column 'x'",
                        "unmappable_value column 'n'",
                        "unmappable_value column 'at'",
                        "row");
    }

    @Test
    void refusesATypeThatDoesNotMap() throws Exception {
        execute("create table things (id int primary key, p point)");
        assertThatThrownBy(() -> read(Map.of("table", "things", "key", "id")))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("column 'p' has the type point", "cast it in 'query'");
    }

    @Test
    void connectsAgainWhenTheConnectionIsLost() throws Exception {
        try (Source source = source(Map.of("page_rows", 2))) {
            source.open();
            int rows = 0;
            while (source.next().isPresent()) {
                rows++;
                if (rows % 6 == 0) {
                    execute("select pg_terminate_backend(pid) from pg_stat_activity"
                            + " where application_name = 'rowan'");
                }
            }
            assertThat(rows).isEqualTo(rows().size());
        }
    }

    @Test
    void explainsAWrongLoginAndAnUnreachableServer() throws Exception {
        assertThatThrownBy(() -> read(Map.of("url", url.replaceAll("localhost:\\d+", "localhost:1"))))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("cannot connect", "check that the database is up");
        assertThatThrownBy(() -> read(Map.of("url", url.replace("/postgres?", "/nowhere?"))))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("nowhere", "check the name of the database in 'url'");
    }

    @Test
    void asksTheEgressRulesForItsHost() throws Exception {
        Source source = plugin().configure(section(new HashMap<>(options())));
        source.prepare(new JdbcSetup(Map.of(), Optional.of("localhost"), Faults.NONE));
        assertThatThrownBy(source::open)
                .isInstanceOf(PluginException.class)
                .hasMessageEndingWith("localhost is private");
    }
}
