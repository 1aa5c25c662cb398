package dev.rowan.engine.batch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.batch.BatchServices.BatchProgress;
import dev.rowan.engine.batch.runtime.FakeBatchService.Batch;
import dev.rowan.engine.batch.runtime.FakeBatchService.Creation;
import dev.rowan.engine.jobs.FoundBatch;
import dev.rowan.engine.jobs.JobCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The first batch of a held job after an operator's decision, and its cost.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HeldJobTest {
    private static final String FIRST = "batch-1";

    @TempDir
    Path folder;

    private BatchBench bench;

    @BeforeEach
    void open() throws InterruptedException {
        bench = new BatchBench(folder, 6);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private void order(JobCommand order) throws InterruptedException {
        bench.resume();
        bench.request = new BatchOptions(Stay.UNTIL_DONE, List.of(order), false, false);
    }

    @Test
    void makingAJobAgainCancelsItsFirstBatchAndCountsWhatThatDid() throws Exception {
        bench.service.takes = Duration.ofHours(1);
        bench.service.shown =
                batch -> isFirst(batch) && batch.isLive() ? Optional.of(strange(batch)) : Optional.empty();
        assertThat(bench.go()).isEqualTo(BatchProgress.HELD);
        assertThat(bench.service.cancels).isZero();

        order(new JobCommand.Resubmit(1));
        bench.go();

        assertThat(bench.answered()).isEqualTo(6);
        assertThat(bench.service.cancels).isOne();
        assertThat(bench.duplicates()).isZero();
        assertThat(first().state()).isEqualTo(FoundBatch.State.BOOKED);
        assertThat(first().costUsd()).contains(new Usd(3 * FakeBatchService.PRICE.pico()).toString());
    }

    @Test
    void aFirstBatchThatNeverTellsItsEndIsCountedAtTheWorstPrice() throws Exception {
        bench.service.shown = batch -> isFirst(batch) ? Optional.of(strange(batch)) : Optional.empty();
        bench.go();

        order(new JobCommand.Resubmit(1));
        assertThat(bench.go()).isEqualTo(BatchProgress.IDLE);

        assertThat(first().costUsd()).contains(new Usd(6 * BatchBench.WORST.pico()).toString());
    }

    @Test
    void pollingADeletedBatchHoldsTheJobImmediately() throws Exception {
        bench.service.statusLag = Duration.ofDays(9);
        bench.go();
        Instant created = bench.jobs().getFirst().batch().createdAt().orElseThrow();
        Instant before = bench.time.instant();

        order(new JobCommand.Adopt(1, FIRST));
        assertThat(bench.go()).isEqualTo(BatchProgress.HELD);

        assertThat(Duration.between(before, bench.time.instant())).isLessThan(Duration.ofSeconds(15));
        assertThat(bench.jobs().getFirst().batch().createdAt()).contains(created);
    }

    @Test
    void theCapRemembersWhatDuplicatesCostAfterAResume() throws Exception {
        bench.cap = Optional.of(new Usd(100 * BatchBench.WORST.pico()));
        bench.service.takes = Duration.ofHours(1);
        bench.service.creations = n -> n == 1 ? new Creation(2, false) : new Creation(1, true);
        bench.go();
        Usd counted = bench.counted();
        assertThat(counted).isGreaterThan(bench.spentNow());

        bench.resume();
        bench.go();

        assertThat(bench.counted()).isEqualTo(counted);
    }

    private static boolean isFirst(Batch batch) {
        return batch.id.equals(FIRST);
    }

    /// The first batch as a duplicate.
    private FoundBatch first() {
        List<FoundBatch> duplicates = bench.jobs().getFirst().duplicates();
        assertThat(duplicates).extracting(FoundBatch::batchId).containsExactly(FIRST);
        return duplicates.getFirst();
    }

    private BatchStatus strange(Batch batch) {
        BatchStatus real = bench.service.status(batch);
        return new BatchStatus(
                real.batchId(),
                State.STRANGE,
                "pondering",
                real.tag(),
                real.createdAt(),
                real.expiresAt(),
                real.total(),
                real.counts(),
                List.of(),
                List.of());
    }
}
