package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// examples/table by the whole program: from a table over the simulated model to a table.
@Timeout(120)
class TableExampleTest extends ProgramFixture {
    @BeforeEach
    void copyTheExample() throws Exception {
        Path example = Path.of("..", "examples", "table");
        Files.copy(example.resolve("shop.db"), folder.resolve("shop.db"));
        Files.writeString(folder.resolve("table.yaml"), Files.readString(example.resolve("pipeline.yaml")));
    }

    private long number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("out/labels.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("shop.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void labelsEveryReviewOnceVerifiesAndReplays() throws Exception {
        assertThat(exits(0, "run", "table.yaml").out())
                .containsPattern("output +120 +jdbc:sqlite:.*labels\\.db labels");
        assertThat(number("select count(*) from labels where sentiment is not null"))
                .isEqualTo(120);
        assertThat(number("select rows from rowan_marks")).isEqualTo(120);
        exits(0, "verify", "latest");
        execute("delete from reviews");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
        assertThat(number("select count(*) from labels"))
                .as("a replay writes nothing")
                .isEqualTo(120);
        assertThat(exits(0, "explain", "latest", "--row", "5").out()).contains("{\"id\":50}");
    }

    @Test
    void resumesBehindTheLastKey() throws Exception {
        exits(5, "run", "table.yaml", "-q", "--limit", "40");
        assertThat(number("select count(*) from labels")).isEqualTo(40);
        execute("update reviews set text = 'changed' where id <= 400"); // behind the position: not read again
        execute("insert into reviews values (5, 'P-000', 'before the position', '2026-11-01T00:00:00Z')");
        exits(0, "resume", "latest", "-q");
        assertThat(number("select count(*) from labels")).isEqualTo(120);
        assertThat(number("select count(*) from labels where id = 5")).isZero();
        assertThat(number("select rows from rowan_marks")).isEqualTo(120);
        exits(0, "verify", "latest");
    }

    @Test
    void refusesToInsertOutOfOrderBeforeTheRun() throws Exception {
        String given = Files.readString(folder.resolve("table.yaml"));
        program.write(
                "table.yaml",
                given.replace("{name: table}", "{name: table, order: none}")
                        .replaceAll("(?m)^      (mode|key): (upsert|id)\n      key: id\n", ""));
        assertThat(exits(1, "validate", "table.yaml").err())
                .contains("sinks.output", "'run.order: none' needs mode 'upsert' or trace_columns");
    }

    @Test
    void aRowThatTheTableRefusesFailsAloneWithTheDatabasesMessage() throws Exception {
        String given = Files.readString(folder.resolve("table.yaml"));
        program.write("table.yaml", given.replace("id integer primary key", "id integer primary key check (id <> 50)"));
        assertThat(exits(4, "run", "table.yaml").out())
                .contains("most frequent failure, 1 row failed", "CHECK constraint");
        assertThat(number("select count(*) from labels")).isEqualTo(119);
        assertThat(exits(0, "explain", "latest", "--row", "5").out()).contains("sink_refused", "CHECK constraint");
        assertThat(exits(0, "rows", "latest", "--outcome", "failed").out()).contains("CHECK constraint");
        exits(0, "verify", "latest");
    }

    @Test
    void aRowThatTheTableRefusesGoesToTheErrorSink() throws Exception {
        String given = Files.readString(folder.resolve("table.yaml"));
        program.write(
                "table.yaml",
                given.replace("id integer primary key", "id integer primary key check (id <> 50)")
                                .replace(
                                        "sinks:\n  output:\n    plugin: jdbc\n",
                                        "sinks:\n  output:\n    plugin: jdbc\n    on_error: refused\n")
                        + "  refused: {plugin: csv, options: {path: out/refused.csv}}\n");
        exits(5, "run", "table.yaml", "-q", "--limit", "3");
        exits(4, "resume", "latest", "-q");
        assertThat(number("select count(*) from labels")).isEqualTo(119);
        assertThat(Files.readString(folder.resolve("out/refused.csv")))
                .contains("sentiment", "_error", "CHECK constraint", "sink_refused")
                .hasLineCount(2);
        exits(0, "verify", "latest");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
    }

    @Test
    void leavesTheFilesOfTheExampleAsTheyAre() throws Exception {
        byte[] before = Files.readAllBytes(folder.resolve("shop.db"));
        exits(0, "run", "table.yaml", "-q");
        assertThat(folder.resolve("shop.db")).hasBinaryContent(before);
    }

    @Test
    void saysWhatIsMissing() throws Exception {
        String given = Files.readString(folder.resolve("table.yaml"));
        program.write(
                "table.yaml", given.replaceAll("(?m)^      create: .*\n", "").replace("out/labels.db", "shop.db"));
        execute("drop table labels");
        assertThat(exits(1, "run", "table.yaml", "-q").err())
                .contains("sink 'output'", "no such table: labels", "create the table");
        program.write("table.yaml", given.replace("create table", "make table"));
        assertThat(exits(1, "run", "table.yaml", "-q").err())
                .contains("the table labels cannot be created", "correct 'create'");
        program.write("table.yaml", given);
        execute("drop table reviews");
        assertThat(exits(1, "run", "table.yaml", "-q").err())
                .contains("no such table: reviews", "correct 'table' or 'query'");
    }
}
