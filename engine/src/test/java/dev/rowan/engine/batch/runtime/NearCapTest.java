package dev.rowan.engine.batch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.pipeline.BatchSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Jobs of a run close to its cost cap.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NearCapTest {
    @TempDir
    Path folder;

    /// The budget covers three calls at the maximum price, and all of them at their actual cost.
    @Test
    void waitsForBudgetInsteadOfPlanningASmallJob() throws Exception {
        try (var bench = new BatchBench(folder, 6)) {
            bench.cap = Optional.of(new Usd(3 * BatchBench.WORST.pico()));
            bench.settings = twoAJob();

            bench.go();

            assertThat(bench.answered()).isEqualTo(6);
            assertThat(bench.jobs()).extracting(JobState::items).containsExactly(2, 2, 2);
        }
    }

    private static BatchSettings twoAJob() {
        BatchSettings usual = BatchBench.settings();
        return new BatchSettings(
                usual.mode(),
                usual.pollInterval(),
                usual.pollMax(),
                usual.timeout(),
                OptionalInt.empty(),
                OptionalInt.of(2),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalInt.empty(),
                0,
                usual.fallback(),
                usual.onInterrupt(),
                false);
    }
}
