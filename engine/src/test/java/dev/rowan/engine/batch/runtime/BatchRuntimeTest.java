package dev.rowan.engine.batch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.engine.batch.BatchServices.BatchProgress;
import dev.rowan.engine.batch.runtime.FakeBatchService.End;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.landscape.JobQueries.ItemEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BatchRuntimeTest {
    @TempDir
    Path folder;

    private BatchBench bench;

    @BeforeEach
    void open() throws InterruptedException {
        bench = new BatchBench(folder, 10);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void answersEveryRowThroughOneJob() throws Exception {
        assertThat(bench.go()).isEqualTo(BatchProgress.IDLE);

        assertThat(bench.answered()).isEqualTo(10);
        assertThat(bench.steps(1))
                .startsWith("planned", "upload_intent", "uploaded", "create_intent", "created", "polled")
                .endsWith("polled", "ended", "downloaded", "settled", "cleaned");
        assertThat(bench.service.creates).isOne();
        assertThat(bench.service.files).isEmpty();
        assertThat(bench.spentNow().pico()).isEqualTo(10 * FakeBatchService.PRICE.pico());
        assertThat(bench.jobs().getFirst().counts()).containsEntry(ItemEnd.SUCCEEDED, 10L);
    }

    @Test
    void keepsItsFilesForTheirOwnerAlone() throws Exception {
        bench.go();

        Path job = folder.resolve("artifacts/1/fake");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(job)))
                .isEqualTo("rwx------");
        for (String name : new String[] {"requests.jsonl", "results.jsonl"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(job.resolve(name))))
                    .isEqualTo("rw-------");
        }
        try (var files = Files.list(job)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void makesAsManyJobsAsTheProvidersLimitsNeed() throws Exception {
        bench.service.maxRequests = 3;

        bench.go();

        assertThat(bench.jobs()).extracting(JobState::items).containsExactly(3, 3, 3, 1);
        assertThat(bench.answered()).isEqualTo(10);
    }

    /// Row 1 continues immediately, and can start only after all others are in a job.
    @Test
    void plansFurtherJobsWhileAWokenRowWaitsToStart() throws Exception {
        bench.service.maxRequests = 2;
        bench.service.refusals = body -> body.contains(":1}") ? Optional.of("no ones") : Optional.empty();

        bench.go();

        assertThat(bench.answered()).isEqualTo(9);
    }

    @Test
    void keepsWhatAnExpiredJobFinishedAndSendsTheRestAgain() throws Exception {
        bench.service.ends = batch ->
                batch.id.equals("batch-1") ? new End(State.EXPIRED, 4) : new End(State.COMPLETED, batch.ids.size());

        bench.go();

        assertThat(bench.jobs()).extracting(JobState::items).containsExactly(10, 6);
        assertThat(bench.answered()).isEqualTo(10);
        assertThat(bench.spentNow().pico()).isEqualTo(10 * FakeBatchService.PRICE.pico());
    }
}
