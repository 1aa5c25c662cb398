package dev.rowan.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Identity;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.testkit.contract.PluginContract;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The sink `jdbc` on any database.
abstract class JdbcSinkContract extends PluginContract<SinkPlugin> {
    static final String RUN = "run-1";

    /// The URL for the sink, and for the test.
    protected abstract String url();

    protected abstract String testUrl();

    @BeforeEach
    final void createTable() throws Exception {
        execute("create table labels (id bigint primary key, label varchar(10) not null, n integer,"
                + " _rowan_run varchar(40), _rowan_row_seq bigint, _rowan_part integer)");
    }

    protected final void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(testUrl());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    protected final List<String> query(String sql) throws SQLException {
        var found = new ArrayList<String>();
        try (Connection connection = DriverManager.getConnection(testUrl());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                var line = new ArrayList<String>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    line.add(rows.getString(i));
                }
                found.add(String.join(" ", line));
            }
        }
        return found;
    }

    @Override
    protected SinkPlugin plugin() {
        return new JdbcSinkPlugin();
    }

    @Override
    protected Class<SinkPlugin> service() {
        return SinkPlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("url", url(), "table", "labels");
    }

    protected final Sink sink(Map<String, Object> more, boolean ordered, Faults faults) throws Exception {
        var all = new HashMap<>(options());
        all.putAll(more);
        Sink sink = plugin().configure(section(all));
        sink.prepare(JdbcSetup.of(faults));
        sink.identify(new Identity(RUN, "output", ordered, false));
        return sink;
    }

    protected final Sink sink() throws Exception {
        return sink(Map.of(), true, Faults.NONE);
    }

    static Row row(int n) {
        return Row.of("id", (long) n).with("label", "label " + n);
    }

    static void write(Sink sink, int from, int to) throws Exception {
        for (int n = from; n <= to; n++) {
            assertThat(sink.write(row(n), new TokenInfo(RUN, n, 0))).isEmpty();
        }
    }

    protected final List<String> ids() throws SQLException {
        return query("select id from labels order by id");
    }

    private static List<String> numbers(int to) {
        return IntStream.rangeClosed(1, to).mapToObj(String::valueOf).toList();
    }

    @Test
    void commitsRowsAndPositionTogether() throws Exception {
        try (Sink sink = sink()) {
            assertThat(sink.check(Existing.REFUSE)).isEmpty();
            assertThat(sink.start(Existing.REFUSE)).isEqualTo(Mark.at(0));
            sink.open(Existing.REFUSE);
            write(sink, 1, 3);
            assertThat(ids()).as("before the sync").isEmpty();
            Mark mark = sink.sync();
            assertThat(mark.rows()).isEqualTo(3);
            assertThat(ids()).isEqualTo(numbers(3));
            assertThat(query("select run_id, sink, epoch, \"rows\", row_seq, sha256 from rowan_marks"))
                    .containsExactly(RUN + " output 1 3 3 " + mark.sha256());
            assertThat(sink.sync()).isEqualTo(mark);
            assertThat(sink.finish()).isEqualTo(mark);
        }
    }

    @Test
    void aStopDropsWhatWasNotSynced() throws Exception {
        try (Sink sink = sink()) {
            sink.open(Existing.REFUSE);
            write(sink, 1, 2);
            sink.sync();
            write(sink, 3, 1_100);
        }
        assertThat(ids()).isEqualTo(numbers(2));
    }

    @Test
    void skipsRowsThatAreCommittedButNotOnRecord() throws Exception {
        Mark straight = straight(9);
        for (int recorded = 0; recorded <= 6; recorded++) {
            clear();
            Mark mark = Mark.at(0);
            Sink dying = sink();
            dying.open(Existing.REFUSE);
            for (int n = 1; n <= 6; n++) {
                write(dying, n, n);
                Mark next = dying.sync();
                mark = n <= recorded ? next : mark;
            }
            dying.close();
            try (Sink sink = sink()) {
                assertThat(sink.resume(mark)).isEqualTo(mark);
                write(sink, recorded + 1, 9);
                assertThat(sink.sync()).isEqualTo(straight);
            }
            assertThat(ids()).isEqualTo(numbers(9));
        }
    }

    private Mark straight(int rows) throws Exception {
        try (Sink sink = sink()) {
            sink.open(Existing.REFUSE);
            write(sink, 1, rows);
            return sink.sync();
        }
    }

    private void clear() throws SQLException {
        execute("delete from labels", "delete from rowan_marks", "delete from rowan_refused");
    }

    @Test
    void aProcessThatSleptCannotCommit() throws Exception {
        Sink slept = sink();
        slept.open(Existing.REFUSE);
        write(slept, 1, 2);
        Mark mark = slept.sync();
        try (Sink sink = sink()) {
            sink.resume(mark);
            write(sink, 3, 4);
            sink.sync();
        }
        write(slept, 3, 5);
        assertThatThrownBy(slept::sync)
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("another process has resumed run " + RUN, "nothing is lost");
        slept.close();
        assertThat(ids()).isEqualTo(numbers(4));
    }

    @Test
    void namesEachRowThatTheTableRefuses() throws Exception {
        execute("insert into labels (id, label) values (7, 'taken'), (300, 'taken')");
        Mark mark;
        try (Sink sink = sink()) {
            sink.open(Existing.REFUSE);
            write(sink, 1, 800);
            mark = sink.sync();
            assertThat(mark.rows()).isEqualTo(798);
            assertThat(sink.refused()).map(Sink.RefusedRow::index).containsExactly(6, 299);
            assertThat(sink.refused()).allSatisfy(row -> {
                assertThat(row.reason().code()).isEqualTo("sink_refused");
                assertThat(row.reason().message()).containsIgnoringCase("unique");
            });
            sink.sync();
            assertThat(sink.refused()).isEmpty();
        }
        assertThat(ids()).hasSize(800);
        try (Sink sink = sink()) {
            sink.resume(Mark.at(0));
            write(sink, 1, 800);
            assertThat(sink.sync()).isEqualTo(mark);
            assertThat(sink.refused()).map(Sink.RefusedRow::index).containsExactly(6, 299);
        }
    }

    @Test
    void refusesAFieldWithoutColumn() throws Exception {
        try (Sink sink = sink()) {
            sink.open(Existing.REFUSE);
            assertThat(sink.write(row(1).with("score", 1), new TokenInfo(RUN, 1, 0)))
                    .hasValueSatisfying(reason ->
                            assertThat(reason.message()).contains("no column for the field 'score'", "list 'columns'"));
        }
    }

    @Test
    void replacesRowsWithTheSameKey() throws Exception {
        execute("insert into labels (id, label, n) values (2, 'old', 5)");
        Map<String, Object> upsert = Map.of("mode", "upsert", "key", "id", "columns", Map.of("id", "id", "label", "x"));
        try (Sink sink = sink(upsert, true, Faults.NONE)) {
            sink.open(Existing.REFUSE);
            for (int n = 1; n <= 3; n++) {
                sink.write(Row.of("id", n).with("x", "new").with("other", 1), new TokenInfo(RUN, n, 0));
            }
            sink.sync();
        }
        assertThat(query("select id, label, n from labels order by id"))
                .containsExactly("1 new null", "2 new 5", "3 new null");
    }

    @Test
    void withoutMarksRowsAreWrittenAgain() throws Exception {
        Map<String, Object> upsert = Map.of("mode", "upsert", "key", "id", "marks", false);
        for (int again = 0; again < 2; again++) {
            try (Sink sink = sink(upsert, true, Faults.NONE)) {
                sink.resume(Mark.at(0));
                write(sink, 1, 3);
                sink.sync();
                assertThat(sink.manifest()).containsEntry("delivery", "at_least_once");
            }
        }
        assertThat(ids()).isEqualTo(numbers(3));
        assertThatThrownBy(() -> query("select * from rowan_marks")).isInstanceOf(SQLException.class);
    }

    @Test
    void findsRowsInAnyOrderByTheirTrace() throws Exception {
        Map<String, Object> traced = Map.of("trace_columns", true);
        Mark mark;
        try (Sink sink = sink(traced, false, Faults.NONE)) {
            assertThat(sink.check(Existing.REFUSE)).isEmpty();
            sink.open(Existing.REFUSE);
            write(sink, 3, 3);
            mark = sink.sync();
            write(sink, 5, 5);
            write(sink, 1, 1);
            sink.sync();
        }
        try (Sink sink = sink(traced, false, Faults.NONE)) {
            sink.resume(mark);
            write(sink, 1, 2);
            write(sink, 4, 6);
            assertThat(sink.sync().rows()).isEqualTo(6);
        }
        assertThat(query("select id, _rowan_run, _rowan_row_seq, _rowan_part from labels where id = 5"))
                .containsExactly("5 " + RUN + " 5 0");
        assertThat(ids()).isEqualTo(numbers(6));
        assertThat(sink(Map.of(), false, Faults.NONE).check(Existing.REFUSE))
                .hasValueSatisfying(problem ->
                        assertThat(problem).contains("'run.order: none' needs mode 'upsert' or trace_columns"));
    }

    @Test
    void createsAMissingTableWhenTheRunStarts() throws Exception {
        Map<String, Object> create =
                Map.of("table", "made", "create", "create table made (id integer primary key, label text)");
        assertThat(sink(create, true, Faults.NONE).check(Existing.REFUSE)).isEmpty();
        assertThatThrownBy(() -> query("select * from made"))
                .as("a check changes nothing")
                .isInstanceOf(SQLException.class);
        try (Sink sink = sink(create, true, Faults.NONE)) {
            sink.open(Existing.REFUSE);
            write(sink, 1, 2);
            sink.sync();
        }
        try (Sink sink = sink(create, true, Faults.NONE)) {
            sink.resume(Mark.at(0));
            write(sink, 1, 3);
            sink.sync();
        }
        assertThat(query("select id from made order by id")).isEqualTo(numbers(3));
        execute("drop table made");
    }

    @Test
    void explainsAMissingTableOrColumnBeforeTheRun() throws Exception {
        assertThat(sink(Map.of("table", "nowhere"), true, Faults.NONE).check(Existing.REFUSE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("nowhere", "create the table"));
        assertThat(sink(Map.of("columns", Map.of("rating", "x")), true, Faults.NONE)
                        .check(Existing.REFUSE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("has no column 'rating'", "id, label, n"));
        assertThatThrownBy(() -> query("select * from rowan_marks"))
                .as("a check changes nothing")
                .isInstanceOf(SQLException.class);
    }

    @Test
    void refusesATableWhosePositionWasLost() throws Exception {
        Mark mark = straight(4);
        for (String loss : List.of("delete from rowan_marks", "update rowan_marks set \"rows\" = 2")) {
            execute(loss);
            for (int again = 0; again < 2; again++) {
                try (Sink sink = sink()) {
                    assertThatThrownBy(() -> sink.resume(mark))
                            .isInstanceOf(PluginException.class)
                            .hasMessageContainingAll("rowan_marks has", "recorded 4", "restore the tables");
                }
            }
            straight(4, loss);
        }
    }

    private void straight(int rows, String after) throws Exception {
        if (after.startsWith("delete")) {
            clear();
            straight(rows);
        }
    }

    @Test
    void aReplayWritesNothingAndHasTheSameMark() throws Exception {
        Mark mark = straight(5);
        clear();
        Sink replay = plugin().configure(section(options()));
        replay.prepare(JdbcSetup.of(Faults.NONE));
        replay.identify(new Identity("run-2", "output", true, true));
        assertThat(replay.check(Existing.REFUSE)).isEmpty();
        replay.open(Existing.REFUSE);
        write(replay, 1, 5);
        assertThat(replay.sync()).isEqualTo(mark);
        replay.close();
        assertThat(ids()).isEmpty();
    }

    private static Sink part(Sink sink, int from, int to) throws Exception {
        Sink part = sink.part(new Sink.PartInfo(3, "", true));
        part.open(Existing.OVERWRITE);
        write(part, from, to);
        Row withoutLabel = Row.of("id", (long) to + 1);
        assertThat(part.write(withoutLabel, new TokenInfo(RUN, to + 1, 0))).isEmpty();
        return part;
    }

    @Test
    void aSplitIsCommittedOnceWhoeverWritesIt() throws Exception {
        try (Sink sink = sink();
                Sink slept = part(sink, 41, 45);
                Sink other = part(sink, 41, 45)) {
            assertThat(ids()).as("nothing before the end of the split").isEmpty();
            Mark mark = other.finish();
            assertThat(mark.rows()).isEqualTo(5);
            assertThat(other.refused()).extracting(Sink.RefusedRow::index).containsExactly(5);

            assertThatThrownBy(slept::finish)
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("another process has resumed run " + RUN);
            try (Sink again = part(sink, 41, 45)) {
                assertThat(again.finish()).isEqualTo(mark);
                assertThat(again.refused()).isEqualTo(other.refused());
            }
            assertThat(ids()).containsExactly("41", "42", "43", "44", "45");
            assertThat(query("select split, \"rows\" from rowan_marks")).containsExactly("3 5");
            assertThat(query("select row_seq from rowan_refused")).containsExactly("46");
        }
    }
}
