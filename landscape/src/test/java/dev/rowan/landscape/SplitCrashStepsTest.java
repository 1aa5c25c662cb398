package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.SplitRange;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run with several writers of which all processes crash between any two steps of joining, opening, claiming,
/// ending, finishing and sealing. Each copy is verified, taken over by another writer, and completed.
@Tag("slow")
class SplitCrashStepsTest {
    private static final String URL = "sqlite:rowan.db";
    private static final int SPLITS = 3;

    @TempDir
    Path folder;

    private int copies;

    /// Copies the database at every point where a crash could leave it.
    private final class Copying implements Faults {
        private final Path live;
        private final List<Path> copied = new ArrayList<>();

        Copying(Path live) {
            this.live = live;
        }

        @Override
        public synchronized void at(FaultPoint point) {
            try {
                Path copy = Files.createDirectory(folder.resolve("copy-" + copies++ + "-" + point));
                for (String file : List.of("rowan.db", "rowan.db-wal")) {
                    if (Files.exists(live.resolve(file))) {
                        Files.copy(live.resolve(file), copy.resolve(file));
                    }
                }
                copied.add(copy);
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
    }

    private static Landscape open(Path folder, Faults faults) {
        return Landscapes.open(URL, folder, new FakeTime(), new SecureRandom(), faults);
    }

    @Test
    void canBeCompletedFromEveryStep() throws Exception {
        Path live = Files.createDirectory(folder.resolve("live"));
        var steps = new Copying(live);
        try (Landscape landscape = open(live, steps);
                LandscapeRecorder owner = landscape.start(Samples.run("a"))) {
            try (SplitRecorder one = landscape.join(new WriterId("a", 1, 1));
                    SplitRecorder two = landscape.join(new WriterId("a", 1, 2))) {
                SplitWork.doAll(one, 0);
                two.open(SplitWork.split(1));
                two.awaitCommitted(two.record(SplitWork.claimed(3, 1)));
                one.open(SplitWork.split(1));
                one.awaitCommitted(one.record(SplitWork.claimed(3, 2)));
                one.awaitCommitted(one.record(SplitWork.answered(3, 2)));
            }
            owner.end(new RunEnd(RunEnd.Status.INTERRUPTED, 3, Optional.empty()));
        }
        for (Path copy : steps.copied) {
            complete(copy);
        }
        assertThat(copies).isGreaterThan(50);
    }

    private void complete(Path copy) throws Exception {
        try (Landscape landscape = open(copy, Faults.NONE)) {
            try (LandscapeReader reader = landscape.reader()) {
                if (reader.runs().newest(1).isEmpty()) {
                    return;
                }
            }
            assertSound(copy);
            ResumedRun resumed = landscape.resume("a", Samples.RESUME);
            try (LandscapeRecorder owner = resumed.recorder()) {
                assertThat(count(copy, "SELECT count(*) FROM call_intent"))
                        .as("every attempt has ended")
                        .isEqualTo(count(copy, "SELECT count(*) FROM call_end"));
                try (SplitRecorder three =
                        landscape.join(new WriterId("a", resumed.recovered().epoch(), 3))) {
                    for (int split = 0; split < SPLITS; split++) {
                        finish(copy, three, SplitWork.split(split));
                    }
                }
                owner.end(SplitWork.completed(SPLITS));
            }
        }
        VerifyReport report = assertSound(copy);
        assertThat(report.progress().complete()).isTrue();
        assertThat(report.progress().rowsEnded()).isEqualTo((long) SPLITS * SplitWork.ROWS);
    }

    /// Goes on with a split as its record stands.
    private static void finish(Path copy, SplitRecorder writer, SplitRange split) throws Exception {
        if (writer.open(split) == SplitRecorder.Opening.DONE) {
            return;
        }
        for (long row = split.firstRow(); row < split.firstRow() + split.rows(); row++) {
            if (count(copy, "SELECT count(*) FROM call_end WHERE state = 'answered' AND row_seq = " + row) == 0) {
                int attempt = 1 + (int) count(copy, "SELECT count(*) FROM call_intent WHERE row_seq = " + row);
                writer.record(SplitWork.claimed(row, attempt));
                writer.record(SplitWork.answered(row, attempt));
            }
        }
        writer.awaitCommitted(writer.record(SplitWork.done(split)));
    }

    private static VerifyReport assertSound(Path copy) {
        try (ChainCheck check = ChainCheck.open(URL, copy)) {
            VerifyReport report = check.verify("a", VerifyInputs.itself());
            assertThat(report.verdict()).as(copy.toString()).isInstanceOf(Verdict.Intact.class);
            assertThat(report.findings()).as(copy.toString()).isEmpty();
            return report;
        }
    }

    private static long count(Path copy, String sql) throws SQLException {
        try (Session session = Database.of(URL, copy).openToRead();
                PreparedStatement select = session.connection().prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
