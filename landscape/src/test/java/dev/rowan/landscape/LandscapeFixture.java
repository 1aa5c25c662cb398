package dev.rowan.landscape;

import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A landscape in the subclass's database, fresh for each test.
abstract class LandscapeFixture {
    final FakeTime time = new FakeTime();
    Landscape landscape;

    abstract String url();

    @BeforeEach
    void open() {
        landscape = Landscapes.open(url(), Path.of("."), time, new SecureRandom());
    }

    @AfterEach
    void close() {
        landscape.close();
    }

    Head record(String runId, List<? extends LogEntry> entries) throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run(runId))) {
            recorder.record(entries);
            return recorder.end(Samples.COMPLETED);
        }
    }

    ResumedRun resume(String runId) throws InterruptedException {
        return landscape.resume(runId, Samples.RESUME);
    }

    Verdict check(String runId, Optional<Head> kept) {
        try (ChainCheck check = ChainCheck.open(url(), Path.of("."))) {
            return check.check(runId, kept);
        }
    }
}
