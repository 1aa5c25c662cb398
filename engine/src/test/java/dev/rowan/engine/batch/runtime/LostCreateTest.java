package dev.rowan.engine.batch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.TestExtent;
import dev.rowan.engine.batch.BatchServices.BatchProgress;
import dev.rowan.engine.batch.runtime.FakeBatchService.Batch;
import dev.rowan.engine.batch.runtime.FakeBatchService.Creation;
import dev.rowan.engine.jobs.FoundBatch;
import dev.rowan.engine.jobs.JobState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The reply to a creation is lost, and the provider made none, one or two batches, which its listings show
/// late. A sample of seeds; `-Drowan.chaos=full` runs a hundred.
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class LostCreateTest {
    private static final int SEEDS = TestExtent.of(8, 100);
    private static final long MOST_LAG = Duration.ofMinutes(4).toSeconds();

    @TempDir
    Path folder;

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"0, true", "1, true", "2, true", "0, false", "1, false", "2, false"})
    void leavesOneBatchAlive(int made, boolean tagged) throws Exception {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Path place = Files.createDirectory(folder.resolve("seed-" + seed));
            try (var bench = new BatchBench(place, 6)) {
                String scene = "seed " + seed + ", " + made + " made, tagged: " + tagged;
                var random = new SplittableRandom(seed);
                bench.service.tagged = tagged;
                bench.service.listLag = Duration.ofSeconds(random.nextLong(MOST_LAG + 1));
                bench.service.takes = Duration.ofSeconds(random.nextLong(60, 7_200));
                bench.service.creations = n -> n == 1 ? new Creation(made, false) : new Creation(1, true);

                bench.go();

                assertThat(bench.answered()).as(scene).isEqualTo(6);
                assertThat(bench.service.creates).as(scene).isEqualTo(made == 0 ? 2 : 1);
                JobState job = bench.jobs().getFirst();
                assertThat(bench.jobs()).as(scene).hasSize(1);
                assertThat(job.duplicates()).as(scene).hasSize(Math.max(0, made - 1));
                assertThat(job.duplicates()).as(scene).allMatch(each -> each.state() == FoundBatch.State.BOOKED);
                assertThat(bench.spentNow().pico()).as(scene).isEqualTo(6 * FakeBatchService.PRICE.pico());
            }
        }
    }

    @Test
    void cancelsASecondBatchThatIsListedBeforeItCanBeCancelled() throws Exception {
        try (var bench = new BatchBench(folder, 6)) {
            bench.service.statusLag = Duration.ofSeconds(90);
            bench.service.takes = Duration.ofHours(10);
            bench.service.creations = _ -> new Creation(2, false);

            bench.go();

            assertThat(bench.answered()).isEqualTo(6);
            assertThat(bench.service.batches).filteredOn(Batch::isLive).hasSize(1);
        }
    }

    /// The batch cannot be identified, so its calls may have been paid for: an operator decides whether to send
    /// them again.
    @Test
    void holdsAJobWhoseBatchHasResultsThatNameNobody() throws Exception {
        try (var bench = new BatchBench(folder, 6)) {
            bench.service.tagged = false;
            bench.service.creations = n -> new Creation(1, n > 1);
            bench.service.results = lines -> bench.service.creates == 1 ? List.of() : lines;

            assertThat(bench.go()).isEqualTo(BatchProgress.HELD);

            assertThat(bench.jobs()).hasSize(1);
            assertThat(bench.jobs().getFirst().batchId()).contains("batch-1");
            assertThat(bench.jobs().getFirst().why().orElseThrow()).contains("no answer to any of the 6 requests");
            assertThat(bench.service.creates).isOne();
        }
    }
}
