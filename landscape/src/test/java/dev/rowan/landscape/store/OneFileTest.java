package dev.rowan.landscape.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

/// After a clean end the database file alone holds the record, even with concurrent readers.
class OneFileTest {
    private static final String URL = "sqlite:rowan.db";

    @TempDir
    Path folder;

    private final FakeTime time = new FakeTime();

    private void record(String runId) throws InterruptedException {
        try (Landscape landscape = Landscapes.open(URL, folder, time, new SecureRandom());
                LandscapeRecorder recorder = landscape.start(Samples.run(runId))) {
            recorder.record(Samples.everyKind());
            recorder.end(Samples.COMPLETED);
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /// What a copy of the database file alone says of the run.
    private Verdict copied(String runId) throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("copy"));
        Files.copy(folder.resolve("rowan.db"), elsewhere.resolve("rowan.db"), StandardCopyOption.REPLACE_EXISTING);
        try (ChainCheck check = ChainCheck.open(URL, elsewhere)) {
            return check.check(runId, Optional.empty());
        }
    }

    @Test
    void theFileIsCompleteWhileAReaderOfTheSameProcessStaysOpen() throws Exception {
        record("a");
        try (LandscapeReader reader = Landscapes.read(URL, folder)) {
            reader.runs().summary("a");
            record("b");

            assertThat(copied("b")).isInstanceOf(Verdict.Intact.class);
        }
        Files.delete(folder.resolve("copy/rowan.db"));
        Files.delete(folder.resolve("copy"));
        assertThat(files()).containsExactly("rowan.db");
    }

    @Test
    void whoOnlyReadsLeavesNothingBehind() throws Exception {
        record("a");
        try (LandscapeReader reader = Landscapes.read(URL, folder)) {
            reader.runs().summary("a");
        }

        assertThat(files()).containsExactly("rowan.db");
    }

    @Test
    void aReaderWithAnOlderSnapshotMovesTheRestWhenItCloses() throws Exception {
        record("a");
        try (Session reader = new SqliteDatabase(
                        folder.resolve("rowan.db"), SQLiteConfig.SynchronousMode.FULL, Faults.NONE)
                .openToRead()) {
            reader.begin();
            assertThat(count(reader)).isEqualTo(1);
            record("b");
            assertThat(count(reader)).isEqualTo(1);
            reader.rollback();
        }

        assertThat(files()).containsExactly("rowan.db");
        assertThat(copied("b")).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void aReaderCannotWrite() throws Exception {
        record("a");
        try (Session reader = new SqliteDatabase(
                        folder.resolve("rowan.db"), SQLiteConfig.SynchronousMode.FULL, Faults.NONE)
                .openToRead()) {
            assertThatThrownBy(() -> reader.execute("DELETE FROM run")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void checkpointsTheLogOfASlowRunEveryFewSeconds() throws Exception {
        var moved = new Semaphore(0);
        Faults faults = point -> {
            if (point == FaultPoint.AFTER_CHECKPOINT) {
                moved.release();
            }
        };
        try (Landscape landscape = Landscapes.open(URL, folder, time, new SecureRandom(), faults);
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            for (long row = 1; row <= 1_000; row++) {
                List<LogEntry> entries = List.of(Samples.read(row), Samples.completed(row, 0));
                if (row % 100 == 0) {
                    time.advance(Duration.ofSeconds(5));
                    moved.drainPermits();
                }
                recorder.awaitCommitted(recorder.record(entries));
                if (row % 100 == 0) {
                    assertThat(moved.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
                }
            }

            // all 1,000 commits take 17 MB, 100 of them 2 MB
            assertThat(Files.size(folder.resolve("rowan.db-wal"))).isLessThan(6L << 20);
        }
    }

    private static long count(Session session) throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM run")) {
            row.next();
            return row.getLong(1);
        }
    }
}
