package dev.rowan.engine.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.engine.stop.StopCause;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.SplitRange;
import dev.rowan.landscape.record.WriterId;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerStopTest {
    private static final StopCause INTERRUPTED = new StopCause.Interrupted("the task");
    private static final StopCause LIMIT = new StopCause.Limit("the cost cap");

    @TempDir
    private Path folder;

    private Landscape landscape;
    private LandscapeRecorder owner;

    @BeforeEach
    void start() throws InterruptedException {
        landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
        owner = landscape.start(new RunStart(
                "a",
                "stops",
                "1",
                "source: {}",
                Map.of(),
                List.of("run"),
                "ada",
                Optional.empty(),
                "rows",
                List.of(),
                List.of()));
    }

    @AfterEach
    void close() {
        owner.close();
        landscape.close();
    }

    /// A process that works as a writer of the run, and stops.
    private void work(int writer, Optional<StopCause> stop) throws InterruptedException {
        try (SplitRecorder recorder = landscape.join(new WriterId("a", 1, writer))) {
            if (stop.isPresent()) {
                WorkerStop.record(stop.get(), 1, recorder, Instant.EPOCH);
            }
        }
    }

    private Optional<StopCause> stopped() {
        try (LandscapeReader reader = landscape.reader()) {
            return WorkerStop.of(reader, "a", 1);
        }
    }

    @Test
    void theMostImportantCauseOfAllWritersCounts() throws Exception {
        work(1, Optional.of(INTERRUPTED));
        work(2, Optional.of(LIMIT));

        assertThat(stopped()).contains(LIMIT);
    }

    @Test
    void aWriterThatWasStartedAgainHasNotStopped() throws Exception {
        work(1, Optional.of(INTERRUPTED));
        work(1, Optional.empty());

        assertThat(stopped()).isEmpty();
    }

    @Test
    void aWriterThatWasFencedAfterItsStopHasStopped() throws Exception {
        try (SplitRecorder recorder = landscape.join(new WriterId("a", 1, 1))) {
            recorder.open(new SplitRange(0, 1, 2));
            WorkerStop.record(LIMIT, 1, recorder, Instant.EPOCH);
        }
        try (SplitRecorder other = landscape.join(new WriterId("a", 1, 2))) {
            other.open(new SplitRange(0, 1, 2));
        }

        assertThat(stopped()).contains(LIMIT);
    }

    @Test
    void stopsOfAnEarlierEpochOfTheRunDoNotCount() throws Exception {
        work(1, Optional.of(LIMIT));

        try (LandscapeReader reader = landscape.reader()) {
            assertThat(WorkerStop.of(reader, "a", 2)).isEmpty();
        }
    }
}
