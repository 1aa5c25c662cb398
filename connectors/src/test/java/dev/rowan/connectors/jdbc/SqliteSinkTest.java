package dev.rowan.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.plugin.Sink;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteSinkTest extends JdbcSinkContract {

    @Override
    protected String url() {
        return "jdbc:sqlite:data.db";
    }

    @Override
    protected String testUrl() {
        return "jdbc:sqlite:" + folder.resolve("data.db");
    }

    @Test
    void storesValuesByTheirType() throws Exception {
        execute("drop table labels", "create table labels (id integer primary key, x, raw blob)");
        List<Object> values =
                List.of(1L, new BigDecimal("0.5"), new BigDecimal("0.12345678901234567890"), true, List.of(1, "a"));
        try (Sink sink = sink()) {
            sink.open(Sink.Existing.REFUSE);
            for (int i = 0; i < values.size(); i++) {
                sink.write(
                        Row.of("id", i).with("x", values.get(i)).with("raw", i == 0 ? "AP8=" : null),
                        new TokenInfo(RUN, i + 1, 0));
            }
            sink.write(Row.of("id", 99).with("raw", "not base64!"), new TokenInfo(RUN, 99, 0));
            sink.sync();
            assertThat(sink.refused())
                    .singleElement()
                    .satisfies(row -> assertThat(row.reason().message()).contains("column 'raw'", "base64"));
        }
        assertThat(query("select typeof(x), x, hex(raw) from labels order by id"))
                .containsExactly(
                        "integer 1 00FF", "real 0.5 ", "text 0.12345678901234567890 ", "integer 1 ", "text [1,\"a\"] ");
    }
}
