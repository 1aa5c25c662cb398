package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The rows that a replay reads, on any database.
abstract class LeftRowsContract extends LandscapeFixture {

    private void left(List<? extends LogEntry> entries) throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(entries);
        }
    }

    @Test
    void listsRowsInReleaseOrderWithAllTheirParts() throws InterruptedException {
        var entries = new ArrayList<LogEntry>();
        List.of(3L, 1L, 2L, 4L).forEach(rowSeq -> entries.add(Samples.read(rowSeq)));
        entries.add(Samples.completed(3, 0));
        for (int part = 0; part < 9; part++) {
            entries.add(Samples.completed(1, part));
        }
        entries.add(Samples.blocked(2));
        left(entries);

        try (LandscapeReader reader = landscape.reader()) {
            for (int max : List.of(1, 2, 3, 5, 100)) {
                var found = new ArrayList<Long>();
                long turn = 0;
                List<PendingRowQueries.ReleasedRow> chunk = reader.pendingRows().released("a", turn, max);
                while (!chunk.isEmpty() && found.size() < 10) {
                    chunk.forEach(left -> found.add(left.row().rowSeq()));
                    turn = chunk.getLast().turn();
                    chunk = reader.pendingRows().released("a", turn, max);
                }
                assertThat(found).as("%d at a time", max).containsExactly(3L, 1L, 2L);
            }
            String sink = Samples.completed(1, 0).sink().orElseThrow();
            assertThat(reader.sinks().rowAt("a", sink, 1)).contains(3L);
            assertThat(reader.sinks().rowAt("a", sink, 2)).contains(1L);
            assertThat(reader.sinks().rowAt("a", sink, 100)).isEmpty();
        }
    }

    @Test
    void readsTheLastMarksTheDeletedRowsAndWhetherAChangeWasAccepted() throws InterruptedException, SQLException {
        var first = new Sink.Mark(1, 5, 20, "aa");
        var last = new Sink.Mark(2, 5, 40, "bb");
        left(List.of(
                new LogEntry.SinkSynced("output", Samples.T, first),
                Samples.read(1),
                Samples.read(2),
                Calls.intended(2, 1, 1),
                Calls.ended(2, 1, 1, CallState.ANSWERED),
                Samples.read(3),
                new LogEntry.SinkSynced("output", Samples.T, last)));
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.sinks().marks("a")).isEqualTo(Map.of("output", last));
            assertThat(reader.rows().deleted("a", 10)).isEmpty();
        }
        try (Session session = Database.of(url(), Path.of(".")).open()) {
            session.begin();
            session.execute("UPDATE row_read SET payload = NULL, salt = NULL WHERE row_seq = 3");
            session.execute("UPDATE call_end SET payload = NULL, salt = NULL WHERE row_seq = 2");
            session.commit();
        }
        resume("a").recorder().close();
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.rows().deleted("a", 10)).containsExactly(2L, 3L);
            assertThat(reader.rows().deleted("a", 1)).containsExactly(2L);
            assertThat(reader.runs().isChanged("a")).isFalse();
        }
        var change = new RunResume.RunChange("run.order", "input", "none", true);
        landscape
                .resume("a", new RunResume("1", "me", List.of(), List.of(change), Optional.of(Samples.run("a"))))
                .recorder()
                .close();
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().isChanged("a")).isTrue();
        }
    }
}
