package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.RunResume;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The invariants hold for a run that was killed with an open call, before and after its resume.
class ResumedRunRulesTest {
    @TempDir
    Path folder;

    @Test
    void acceptsARunThatWasKilledAndResumed() throws InterruptedException {
        List<LogEntry> entries = SoundRun.entries();
        int died = lost(entries);
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new FakeTime(), new SecureRandom())) {
            try (LandscapeRecorder recorder = landscape.start(SoundRun.run("1"))) {
                record(recorder, entries.subList(0, died));
            }
            VerifyReport dead = report();
            assertThat(dead.findings()).isEmpty();
            assertThat(dead.progress().complete()).isFalse();

            var by = new RunResume("0.1.0", "ada", List.of("resume"), List.of(), Optional.empty());
            try (LandscapeRecorder recorder = landscape.resume(SoundRun.ID, by).recorder()) {
                record(recorder, entries.subList(died + 1, entries.size()));
                recorder.end(new RunEnd(RunEnd.Status.COMPLETED, SoundRun.ROWS, Optional.empty()));
            }
        }
        VerifyReport whole = report();
        assertThat(whole.verdict()).isInstanceOf(Verdict.Intact.class);
        assertThat(whole.findings()).isEmpty();
        assertThat(whole.progress()).isEqualTo(new VerifyReport.Progress(4, 0, 4, 2, Optional.of("completed")));
    }

    /// The end of the attempt whose reply was lost: here the process dies instead.
    private static int lost(List<LogEntry> entries) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof LogEntry.CallEnded ended && ended.state() == LogEntry.CallState.UNKNOWN) {
                return i;
            }
        }
        throw new IllegalStateException("no attempt is unknown");
    }

    private static void record(LandscapeRecorder recorder, List<LogEntry> entries) throws InterruptedException {
        for (LogEntry entry : entries) {
            recorder.record(entry);
        }
    }

    private VerifyReport report() {
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            return check.verify(
                    SoundRun.ID, VerifyInputs.itself().unknownResends(1).mostOpen(1));
        }
    }
}
