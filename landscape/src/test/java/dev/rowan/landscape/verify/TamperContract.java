package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.Batches;
import dev.rowan.landscape.Calls;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Every change of a run's record is detected, in any database.
abstract class TamperContract {
    private static final List<String> TABLES =
            Arrays.stream(EventTable.values()).map(EventTable::table).toList();

    private Head head;
    private Session session;
    private Cells cells;
    private ChainCheck check;

    abstract String url();

    /// Which of `length` bytes to flip, one after the other.
    abstract List<Integer> flipped(int length);

    @BeforeEach
    void record() throws InterruptedException {
        try (Landscape landscape = Landscapes.open(url(), Path.of("."), new FakeTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(Samples.everyKind());
            recorder.record(Batches.parked(1, 2));
            recorder.record(Batches.planned(1, 1, List.of(Calls.key(1, 2))));
            recorder.record(Batches.ended(Calls.key(1, 2), 1, CallState.ANSWERED, 1));
            head = recorder.end(Samples.COMPLETED);
        }
        session = Database.of(url(), Path.of(".")).open();
        cells = new Cells(session);
        check = ChainCheck.open(url(), Path.of("."));
    }

    @AfterEach
    void close() throws SQLException {
        check.close();
        session.close();
    }

    private void change(String sql) throws SQLException {
        session.begin();
        session.execute(sql);
        session.commit();
    }

    private Verdict verdict() {
        try {
            return check.check("a", Optional.of(head));
        } catch (LandscapeException gone) {
            return new Verdict.Tampered(0, gone.toString());
        }
    }

    @Test
    void detectsEveryChangedByteOfEveryColumn() throws SQLException {
        var unseen = new ArrayList<String>();
        var tables = new ArrayList<>(TABLES);
        tables.add("run");
        int changes = 0;
        for (String table : tables) {
            for (Cells.Cell cell : cells.of(table)) {
                for (Object changed : Cells.changes(cell, this::flipped)) {
                    cells.write(cell, changed);
                    changes++;
                    if (verdict() instanceof Verdict.Intact) {
                        unseen.add(cell + " changed to " + changed);
                    }
                    cells.restore(cell, changed);
                }
            }
        }

        assertThat(unseen).isEmpty();
        assertThat(changes).isGreaterThan(500);
        assertThat(verdict()).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void detectsEveryRemovedEvent() throws SQLException {
        for (String table : TABLES) {
            for (long eventId : cells.ids(table)) {
                change("CREATE TABLE kept AS SELECT * FROM " + table + " WHERE event_id = " + eventId);
                change("DELETE FROM " + table + " WHERE event_id = " + eventId);
                assertThat(verdict()).as("%s %s removed", table, eventId).isInstanceOf(Verdict.Tampered.class);
                change("INSERT INTO " + table + " SELECT * FROM kept");
                change("DROP TABLE kept");
            }
        }
        assertThat(verdict()).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void namesTheFirstBadEvent() throws SQLException {
        change("UPDATE row_read SET position = 'line 9' WHERE event_id = "
                + cells.ids("row_read").getFirst());

        assertThat(verdict()).isInstanceOfSatisfying(Verdict.Tampered.class, tampered -> {
            // the run's start, two nodes, a sink and a head come first
            assertThat(tampered.seq()).isEqualTo(5);
            assertThat(tampered.what()).contains("its facts");
        });
    }

    @Test
    void detectsACutOffTailByAHeadKeptElsewhere() throws SQLException {
        long last = cells.ids("row_read").getFirst();
        for (String table : TABLES) {
            change("DELETE FROM " + table + " WHERE event_id > " + last);
        }

        assertThat(check.check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
        assertThat(verdict())
                .isInstanceOfSatisfying(
                        Verdict.Tampered.class,
                        tampered -> assertThat(tampered.what()).contains("cut off"));
    }

    @Test
    void countsValuesDeletedWithTheirSaltWithoutReportingTampering() throws SQLException {
        change("UPDATE row_read SET payload = NULL, salt = NULL");

        assertThat(verdict()).isEqualTo(new Verdict.Intact(head.size() + 1, 2, true, head));
    }

    @Test
    void detectsValuesDeletedWithoutTheirSalt() throws SQLException {
        change("UPDATE row_read SET payload = NULL");

        assertThat(verdict()).isInstanceOf(Verdict.Tampered.class);
    }
}
