package dev.rowan.landscape.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The cap invariant in a run whose cap was changed at runtime. Its calls cost at most 0.01875 dollars.
class TunedCapTest {
    private static final int AFTER_READING = 4;

    @TempDir
    Path folder;

    private static LogEntry tuned(String to, String setAside) {
        return new LogEntry.RunNoted(
                ControlRequestStore.NOTE,
                Samples.T,
                Map.of("number", 1L, "order", "max_cost_usd", "operator", "ada", "to", to, "set_aside", setAside));
    }

    private static List<LogEntry> with(int place, LogEntry more) {
        var entries = new ArrayList<>(SoundRun.entries());
        entries.add(place, more);
        return entries;
    }

    private List<String> broken(String cap, List<LogEntry> entries) throws InterruptedException {
        return broken(cap, entries, List.of());
    }

    /// `rest` is recorded by another process.
    private List<String> broken(String cap, List<LogEntry> entries, List<LogEntry> rest) throws InterruptedException {
        var end = new RunEnd(RunEnd.Status.COMPLETED, SoundRun.ROWS, Optional.empty());
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new FakeTime(), new SecureRandom())) {
            try (LandscapeRecorder recorder = landscape.start(SoundRun.run(cap))) {
                for (LogEntry entry : entries) {
                    recorder.record(entry);
                }
                if (rest.isEmpty()) {
                    recorder.end(end);
                }
            }
            if (!rest.isEmpty()) {
                try (LandscapeRecorder recorder =
                        landscape.resume(SoundRun.ID, Samples.RESUME).recorder()) {
                    for (LogEntry entry : rest) {
                        recorder.record(entry);
                    }
                    recorder.end(end);
                }
            }
        }
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            VerifyReport report =
                    check.verify(SoundRun.ID, VerifyInputs.itself().unknownResends(1));
            assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
            return report.findings().stream().map(Finding::invariant).toList();
        }
    }

    @Test
    void exceedsTheConfiguredCapWithoutAControlRequest() throws InterruptedException {
        assertThat(broken("0.01", SoundRun.entries())).containsExactly("I12");
    }

    @Test
    void acceptsACapRaisedInTime() throws InterruptedException {
        assertThat(broken("0.01", with(AFTER_READING, tuned("1", "0")))).isEmpty();
    }

    @Test
    void reportsACapRaisedTooLate() throws InterruptedException {
        int last = SoundRun.entries().size() - 1;
        assertThat(broken("0.01", with(last, tuned("1", "0.015")))).containsExactly("I12");
    }

    @Test
    void reportsUnreservedCallsAboveALoweredCap() throws InterruptedException {
        assertThat(broken("1", with(AFTER_READING, tuned("0.001", "0")))).containsExactly("I12");
    }

    @Test
    void acceptsReservedCallsAboveALoweredCap() throws InterruptedException {
        assertThat(broken("1", with(AFTER_READING, tuned("0.001", "0.01875")))).isEmpty();
    }

    @Test
    void aResumeRestoresTheConfiguredCap() throws InterruptedException {
        List<LogEntry> entries = with(AFTER_READING, tuned("1", "0"));

        assertThat(broken("0.01", entries.subList(0, 6), entries.subList(6, entries.size())))
                .containsExactly("I12");
    }
}
