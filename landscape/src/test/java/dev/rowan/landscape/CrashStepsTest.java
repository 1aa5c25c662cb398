package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run that crashes between any two steps, is resumed, crashes between any two steps of the resume, and is
/// resumed again; with `-Drowan.chaos=full` once more.
@Tag("slow")
class CrashStepsTest {
    private static final String URL = "sqlite:rowan.db";
    private static final int DEPTH = System.getProperty("rowan.chaos", "").equals("full") ? 3 : 2;

    @TempDir
    Path folder;

    private final Set<FaultPoint> seen = EnumSet.noneOf(FaultPoint.class);
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
            seen.add(point);
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
    void canBeResumedFromEveryStep() throws InterruptedException, IOException {
        Path live = Files.createDirectory(folder.resolve("live"));
        var steps = new Copying(live);
        try (Landscape landscape = open(live, steps);
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.awaitCommitted(recorder.record(Samples.wholeRow(1)));
            recorder.awaitCommitted(recorder.record(List.of(Samples.read(2), Calls.intended(2, 1, 1))));
            recorder.awaitCommitted(
                    recorder.record(List.of(Calls.ended(2, 1, 1, CallState.ANSWERED), Calls.intended(2, 2, 1))));
            recorder.end(Samples.COMPLETED);
        }
        for (Path copy : steps.copied) {
            resumeFrom(copy, 1);
        }
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        FaultPoint.MIGRATION,
                        FaultPoint.COMMIT_BEGUN,
                        FaultPoint.COMMIT_READY,
                        FaultPoint.COMMITTED,
                        FaultPoint.BEFORE_CHECKPOINT,
                        FaultPoint.AFTER_CHECKPOINT,
                        FaultPoint.TAKEN_OVER,
                        FaultPoint.UNKNOWNS_ENDED);
        assertThat(copies).isGreaterThan(100);
    }

    private void resumeFrom(Path copy, int depth) throws InterruptedException {
        var steps = new Copying(copy);
        try (Landscape landscape = open(copy, depth < DEPTH ? steps : Faults.NONE);
                LandscapeReader reader = landscape.reader()) {
            if (reader.runs().newest(1).isEmpty()) {
                return;
            }
            RunSummary before = reader.runs().summary("a");
            landscape.resume("a", Samples.RESUME).recorder().close();
            RunSummary after = reader.runs().summary("a");

            assertThat(after.rowsRead()).isEqualTo(before.rowsRead());
            assertThat(after.calls().open()).isZero();
            assertThat(after.calls().atMost()).isEqualTo(before.calls().atMost());
            assertThat(after.resumed()).isEqualTo(before.resumed() + 1);
            assertThat(after.status()).isEqualTo("killed");
        }
        try (ChainCheck check = ChainCheck.open(URL, copy)) {
            assertThat(check.check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
        }
        for (Path next : steps.copied) {
            resumeFrom(next, depth + 1);
        }
    }
}
