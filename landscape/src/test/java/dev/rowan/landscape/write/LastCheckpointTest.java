package dev.rowan.landscape.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastCheckpointTest {
    private static final String URL = "sqlite:rowan.db";

    @TempDir
    private Path folder;

    private Landscape recorded(Faults faults) throws InterruptedException {
        Landscape landscape = Landscapes.open(URL, folder, new SystemTime(), new SecureRandom(), faults);
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.record(Samples.wholeRow(1));
            recorder.end(Samples.COMPLETED);
        }
        return landscape;
    }

    @Test
    void saysThatTheLogCouldNotBeMovedIntoTheFile() throws InterruptedException {
        try (Landscape landscape = recorded(point -> {
            if (point == FaultPoint.BEFORE_CHECKPOINT) {
                fail(new SQLException("database or disk is full"));
            }
        })) {
            assertThat(landscape.warnings())
                    .singleElement()
                    .asString()
                    .contains("the record is complete", "rowan.db (database or disk is full)", "keep both files");
            assertThat(landscape.warnings()).isEmpty();
        }
    }

    @Test
    void doesNotWarnWhenTheLastCheckpointSucceeds() throws InterruptedException {
        try (Landscape landscape = recorded(Faults.NONE)) {
            assertThat(landscape.warnings()).isEmpty();
        }
    }

    /// Throws as the driver would.
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void fail(Throwable failure) throws T {
        throw (T) failure;
    }
}
