package dev.rowan.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.testkit.server.PostgresServer;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("slow")
class PostgresSinkTest extends JdbcSinkContract {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer();

    private final String url;

    PostgresSinkTest(PostgresServer.Schema schema) {
        this.url = schema.jdbcUrl();
    }

    @Override
    protected String url() {
        return url;
    }

    @Override
    protected String testUrl() {
        return url;
    }

    @Test
    void storesValuesByTheTypeOfTheirColumn() throws Exception {
        execute(
                "drop table labels",
                "create table labels (id uuid, price numeric(20,4), at timestamptz, doc jsonb, tags text[], raw bytea,"
                        + " ok boolean, n int, text text)");
        try (Sink sink = sink()) {
            sink.open(Sink.Existing.REFUSE);
            sink.write(
                    Row.of("id", "6f1d2f60-0000-4000-8000-000000000001")
                            .with("price", "1234.5000")
                            .with("at", "2026-03-01T10:00:00.123456Z")
                            .with("doc", Map.of("a", 1))
                            .with("tags", Arrays.asList("x", null))
                            .with("raw", "AP8=")
                            .with("ok", true)
                            .with("n", 7)
                            .with("text", 12),
                    new TokenInfo(RUN, 1, 0));
            sink.write(Row.of("n", 1L << 40), new TokenInfo(RUN, 2, 0));
            sink.sync();
            assertThat(sink.refused()).map(Sink.RefusedRow::index).containsExactly(1);
        }
        assertThat(query("select id, price, at at time zone 'UTC', doc, tags, raw, ok, n, text from labels"))
                .isEqualTo(List.of("6f1d2f60-0000-4000-8000-000000000001 1234.5000 2026-03-01 10:00:00.123456"
                        + " {\"a\": 1} {x,NULL} \\x00ff t 7 12"));
    }

    @Test
    void storesVectorsAsArraysOfNumbers() throws Exception {
        execute("drop table labels", "create table labels (id int, vector float8[], small real[])");
        List<BigDecimal> vector = List.of(new BigDecimal("0.00012500"), new BigDecimal("-1.5E-7"), BigDecimal.TWO);
        try (Sink sink = sink()) {
            sink.open(Sink.Existing.REFUSE);
            sink.write(Row.of("id", 1).with("vector", vector).with("small", vector), new TokenInfo(RUN, 1, 0));
            sink.sync();
            assertThat(sink.refused()).isEmpty();
        }
        assertThat(query("select id, vector, small from labels"))
                .isEqualTo(List.of("1 {0.000125,-1.5e-07,2} {0.000125,-1.5e-07,2}"));
    }

    @Test
    void aLostConnectionCommitsNothingAndAnIdleOneIsOpenedAgain() throws Exception {
        Sink sink = sink();
        sink.open(Sink.Existing.REFUSE);
        write(sink, 1, 2);
        sink.sync();
        disconnect();
        write(sink, 3, 4);
        Mark mark = sink.sync();
        write(sink, 5, 600);
        disconnect();
        assertThatThrownBy(sink::sync)
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("the table labels cannot be written", "resume the run");
        sink.close();
        assertThat(ids()).hasSize(4);
        try (Sink resumed = sink()) {
            resumed.resume(mark);
            write(resumed, 5, 600);
            resumed.sync();
        }
        assertThat(ids()).hasSize(600);
    }

    private void disconnect() throws Exception {
        query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rowan'");
    }
}
