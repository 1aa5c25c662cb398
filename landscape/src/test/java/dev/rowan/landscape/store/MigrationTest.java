package dev.rowan.landscape.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.Calls;
import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.ResumedRun;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.story.CallTotals;
import dev.rowan.landscape.story.RunSummary;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file as Rowan wrote it when its schema had version 1, with a run that ended and one that was left.
class MigrationTest {
    private static final String URL = "sqlite:version-1.db";

    @TempDir
    Path folder;

    @BeforeEach
    void unpack() throws IOException {
        try (var packed = new GZIPInputStream(
                Objects.requireNonNull(MigrationTest.class.getResourceAsStream("version-1.db.gz")))) {
            Files.copy(packed, folder.resolve("version-1.db"));
        }
    }

    private Landscape open() {
        return Landscapes.open(URL, folder, new FakeTime(), new SecureRandom());
    }

    @Test
    void whoOnlyReadsIsToldToUpgradeAndChangesNothing() throws IOException {
        byte[] before = Files.readAllBytes(folder.resolve("version-1.db"));

        assertThatThrownBy(() -> Landscapes.read(URL, folder))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("has the older schema 1, this Rowan reads 4");
        assertThat(Files.readAllBytes(folder.resolve("version-1.db"))).isEqualTo(before);
    }

    @Test
    void whatWasRecordedBeforeStaysAsItWas() {
        try (Landscape landscape = open();
                LandscapeReader reader = landscape.reader();
                ChainCheck check = ChainCheck.open(URL, folder)) {
            assertThat(reader.runs(10)).extracting(RunSummary::status).containsExactly("killed", "completed");
            assertThat(reader.summary("ended").calls()).isEqualTo(CallTotals.NONE);
            assertThat(reader.story("ended", 1).orElseThrow().visits()).hasSize(2);
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
            assertThat(reader.spent("new")).isEqualTo(Calls.WORST);
            ResumedRun resumed = landscape.resume("killed", Samples.RESUME);
            resumed.recorder().close();
            assertThat(resumed.recovered().epoch()).isEqualTo(2);
            try (ChainCheck check = ChainCheck.open(URL, folder)) {
                assertThat(check.check("killed", Optional.empty())).isInstanceOf(Verdict.Intact.class);
            }
        }
    }
}
