package dev.rowan.landscape.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.store.BoundedReconnect;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFullTest {
    private static final String URL = "sqlite:rowan.db";

    private final FakeTime time = new FakeTime();

    @TempDir
    Path folder;

    /// A database that cannot grow past a few pages, which SQLite reports as it reports a full disk.
    private LandscapeRecorder startWithLimitedSpace() throws SQLException {
        Landscapes.open(URL, folder, time, new SecureRandom()).close();
        Database database = Database.of(URL, folder);
        Session session = database.open();
        session.execute("PRAGMA max_page_count = 40");
        return new Recorders(
                        database,
                        time,
                        new SecureRandom(),
                        Faults.NONE,
                        Optional.empty(),
                        new BoundedReconnect(database.describe(), time, BoundedReconnect.DEFAULT_LIMIT))
                .start(Samples.run("a"), List.of(), List.of(), session);
    }

    @Test
    void aFullDiskStopsTheRecordAndKeepsWhatWasCommitted() throws SQLException, InterruptedException {
        long committed = 0;
        try (LandscapeRecorder recorder = startWithLimitedSpace()) {
            Optional<String> full = Optional.empty();
            while (full.isEmpty()) {
                full = failure(recorder, committed + 1);
                committed += full.isEmpty() ? 1 : 0;
            }
            assertThat(full.get()).contains("the disk is full", "free some space");
            assertThatThrownBy(() -> recorder.record(Samples.read(1_000_000))).hasMessage(full.get());
            assertThatThrownBy(() -> recorder.end(Samples.COMPLETED)).hasMessage(full.get());
        }

        assertThat(committed).isPositive();
        try (ChainCheck check = ChainCheck.open(URL, folder);
                LandscapeReader reader = Landscapes.read(URL, folder)) {
            assertThat(check.check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
            assertThat(reader.runs().summary("a").rowsEnded()).isEqualTo(committed);
            assertThat(reader.runs().summary("a").status()).isEqualTo("killed");
        }
    }

    private static Optional<String> failure(LandscapeRecorder recorder, long rowSeq) throws InterruptedException {
        try {
            recorder.awaitCommitted(recorder.record(Samples.wholeRow(rowSeq)));
            return Optional.empty();
        } catch (LandscapeException error) {
            return Optional.of(String.valueOf(error.getMessage()));
        }
    }
}
