package dev.rowan.landscape.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.Batches;
import dev.rowan.landscape.Calls;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of schema version 1, and version 3 with calls: each with a finished and an unfinished run.
class MigrationTest {
    private static final String URL = "sqlite:version-1.db";

    @TempDir
    Path folder;

    @BeforeEach
    void unpack() throws IOException {
        for (String name : List.of("version-1.db", "version-3.db")) {
            try (var packed = new GZIPInputStream(
                    Objects.requireNonNull(MigrationTest.class.getResourceAsStream(name + ".gz")))) {
                Files.copy(packed, folder.resolve(name));
            }
        }
    }

    private Landscape open() {
        return open(URL);
    }

    private Landscape open(String url) {
        return Landscapes.open(url, folder, new FakeTime(), new SecureRandom());
    }

    @Test
    void readersAreAskedToUpgradeAndChangeNothing() throws IOException {
        byte[] before = Files.readAllBytes(folder.resolve("version-1.db"));

        assertThatThrownBy(() -> Landscapes.read(URL, folder))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("has the older schema 1, this Rowan reads " + Migrations.latest());
        assertThat(Files.readAllBytes(folder.resolve("version-1.db"))).isEqualTo(before);
    }

    @Test
    void keepsOldRecordsUnchanged() {
        try (Landscape landscape = open();
                LandscapeReader reader = landscape.reader();
                ChainCheck check = ChainCheck.open(URL, folder)) {
            assertThat(reader.runs().newest(10)).extracting(RunSummary::status).containsExactly("killed", "completed");
            assertThat(reader.runs().summary("ended").calls()).isEqualTo(CallTotals.NONE);
            assertThat(reader.rows().history("ended", 1).orElseThrow().visits()).hasSize(2);
            assertThat(check.check("ended", Optional.empty())).isInstanceOf(Verdict.Intact.class);
            assertThat(check.check("killed", Optional.empty())).isInstanceOf(Verdict.Intact.class);
        }
    }

    @Test
    void newRunsRecordCallsBesideTheOldOnesWhichCanBeTakenOver() throws InterruptedException {
        try (Landscape landscape = open();
                LandscapeReader reader = landscape.reader()) {
            try (LandscapeRecorder recorder = landscape.start(Samples.run("new"))) {
                recorder.record(Calls.intended(1, 1, 1));
                recorder.end(Samples.COMPLETED);
            }
            assertThat(reader.calls().spent("new")).isEqualTo(Calls.WORST);
            ResumedRun resumed = landscape.resume("killed", Samples.RESUME);
            resumed.recorder().close();
            assertThat(resumed.recovered().epoch()).isEqualTo(2);
            try (ChainCheck check = ChainCheck.open(URL, folder)) {
                assertThat(check.check("killed", Optional.empty())).isInstanceOf(Verdict.Intact.class);
            }
        }
    }

    @Test
    void keepsCallsFromBeforeBatchJobsAndEndsOpenOnesAsUnknown() throws InterruptedException {
        String url = "sqlite:version-3.db";
        try (Landscape landscape = open(url);
                LandscapeReader reader = landscape.reader()) {
            assertThat(findings(url, "ended")).isEmpty();
            assertThat(reader.runs().summary("ended").calls().jobs()).isEqualTo(CallTotals.InJobs.NONE);
            assertThat(reader.runs().summary("killed").calls().open()).isEqualTo(1);

            ResumedRun resumed = landscape.resume("killed", Samples.RESUME);
            assertThat(resumed.recovered().unknown()).isEqualTo(1);
            assertThat(resumed.recovered().reserved()).isEqualTo(Usd.ZERO);
            try (LandscapeRecorder recorder = resumed.recorder()) {
                recorder.record(List.of(Samples.read(3), Batches.parked(3, 1)));
                recorder.record(Batches.planned(1, 1, List.of(Calls.key(3, 1))));
            }
            assertThat(reader.runs().summary("killed").awaiting()).isEqualTo(1);
            assertThat(findings(url, "killed")).isEmpty();
        }
    }

    /// What is wrong with the chain or the counts in it; these runs keep few of the other rules.
    private List<Finding> findings(String url, String runId) {
        try (ChainCheck check = ChainCheck.open(url, folder)) {
            VerifyReport report = check.verify(runId, VerifyInputs.itself());
            assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
            return report.findings().stream()
                    .filter(found -> Set.of("I11", "I12", "I13").contains(found.invariant()))
                    .toList();
        }
    }
}
