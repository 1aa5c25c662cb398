package dev.rowan.engine.batch.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.batch.BatchServices.BatchProgress;
import dev.rowan.engine.batch.runtime.FakeBatchService.Batch;
import dev.rowan.engine.batch.runtime.FakeBatchService.End;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobCommandRefusedException;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.BatchSettings.OnInterrupt;
import dev.rowan.landscape.JobQueries.ItemEnd;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A running job: how often it is polled, when it is held, and which commands an operator may give.
@Tag("slow")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BatchWatchTest {
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

    @Test
    void pollsABatchAgainThatIsNotListedYet() throws Exception {
        bench.service.statusLag = Duration.ofSeconds(100);

        bench.go();

        assertThat(bench.answered()).isEqualTo(6);
    }

    /// A suspended process receives a reply late; it counts for the time of the request.
    @Test
    void asksAgainForABatchThatWasNotShownYetWhenItWasAskedFor() throws Exception {
        bench.service.statusLag = Duration.ofSeconds(100);
        bench.service.notFound = () -> bench.time.pass(Duration.ofHours(1));

        assertThat(bench.go()).isNotEqualTo(BatchProgress.HELD);

        assertThat(bench.answered()).isEqualTo(6);
        assertThat(bench.service.creates).isOne();
    }

    @Test
    void holdsAJobWhoseBatchVanishesLater() throws Exception {
        bench.service.statusLag = Duration.ofDays(9);

        assertThat(bench.go()).isEqualTo(BatchProgress.HELD);

        assertThat(bench.shown.getFirst().held().orElseThrow()).contains("no longer has the batch");
        assertThat(bench.service.creates).isOne();
    }

    @Test
    void holdsAJobWithAWordThatIsNotKnown() throws Exception {
        bench.service.shown = batch -> Optional.of(with(batch, State.STRANGE));

        assertThat(bench.go()).isEqualTo(BatchProgress.HELD);

        assertThat(bench.shown.getFirst().held().orElseThrow()).contains("STRANGE");
    }

    @Test
    void holdsAJobThatGoesBack() throws Exception {
        bench.service.shown =
                batch -> Optional.of(with(batch, bench.service.polls < 3 ? State.CANCELLING : State.RUNNING));

        assertThat(bench.go()).isEqualTo(BatchProgress.HELD);

        assertThat(bench.shown.getFirst().held().orElseThrow()).contains("went back");
    }

    private BatchStatus with(Batch batch, State state) {
        BatchStatus real = bench.service.status(batch);
        return new BatchStatus(
                real.batchId(),
                state,
                state.name(),
                real.tag(),
                real.createdAt(),
                real.expiresAt(),
                real.total(),
                real.counts(),
                List.of(),
                List.of());
    }

    @Test
    void cancelsAJobThatTakesTooLongAndSendsTheRestAgain() throws Exception {
        bench.service.takes = Duration.ofHours(40);
        bench.service.ends = batch -> {
            if (!batch.id.equals("batch-1")) {
                bench.service.takes = Duration.ofMinutes(5);
            }
            return new End(State.COMPLETED, batch.ids.size());
        };

        bench.go();

        assertThat(bench.steps(1)).contains("cancel_intent");
        assertThat(bench.service.cancels).isOne();
        assertThat(bench.jobs()).extracting(JobState::items).containsExactly(6, 3);
        assertThat(bench.answered()).isEqualTo(6);
    }

    @Test
    void cancelsAHeldJobOnRequestWhileTheRunWorks() throws Exception {
        bench.service.shown = batch -> Optional.of(with(batch, State.STRANGE));
        var asked = new AtomicBoolean();
        bench.meanwhile = runtime -> {
            boolean asks = runtime.progress() == BatchProgress.HELD && asked.compareAndSet(false, true);
            if (asks) {
                assertThat(runtime.cancellable()).containsExactly(1L);
                bench.service.shown = _ -> Optional.empty();
                runtime.cancel(OptionalLong.empty());
            }
            return asks;
        };

        bench.go();

        assertThat(bench.steps(1)).containsSubsequence("held", "cancel_intent", "settled");
        assertThat(bench.service.creates).isOne();
    }

    @Test
    void exitsWhenAllIsSubmittedAndPollsOnlyWhenDue() throws Exception {
        bench.request = new BatchOptions(Stay.UNTIL_SUBMITTED, List.of(), false, false);
        bench.service.takes = Duration.ofDays(1);
        assertThat(bench.go()).isEqualTo(BatchProgress.SUBMITTED);
        Instant next = bench.jobs().getFirst().batch().nextPollAt().orElseThrow();
        assertThat(next).isAfterOrEqualTo(bench.time.instant());

        bench.resume();
        bench.request = BatchOptions.USUAL;
        bench.go();

        assertThat(bench.answered()).isEqualTo(6);
        assertThat(bench.service.creates).isOne();
    }

    @Test
    void pollsEachJobOnceInOneRound() throws Exception {
        bench.request = new BatchOptions(Stay.UNTIL_SUBMITTED, List.of(), false, false);
        bench.service.takes = Duration.ofDays(1);
        bench.go();
        int polls = bench.service.polls;

        bench.resume();
        bench.request = new BatchOptions(Stay.ONE_ROUND, List.of(), false, false);
        bench.go();

        assertThat(bench.service.polls).isGreaterThan(polls);
        assertThat(bench.service.creates).isOne();
    }

    @Test
    void adoptsABatchOnCommand() throws Exception {
        bench.service.statusLag = Duration.ofDays(9);
        bench.go();
        bench.service.statusLag = Duration.ZERO;

        bench.resume();
        bench.request = new BatchOptions(Stay.UNTIL_DONE, List.of(new JobCommand.Adopt(1, "batch-1")), false, false);
        bench.go();

        assertThat(bench.answered()).isEqualTo(6);
        assertThat(bench.service.creates).isOne();
        assertThat(bench.steps(1)).contains("held", "adopted");
    }

    @Test
    void resubmitsAHeldJobOnCommand() throws Exception {
        bench.service.shown =
                batch -> batch.id.equals("batch-1") ? Optional.of(with(batch, State.STRANGE)) : Optional.empty();
        bench.go();

        bench.resume();
        bench.request = new BatchOptions(Stay.UNTIL_DONE, List.of(new JobCommand.Resubmit(1)), false, false);
        bench.go();

        assertThat(bench.answered()).isEqualTo(6);
        assertThat(bench.service.creates).isEqualTo(2);
    }

    @Test
    void aCancelledJobKeepsWhatItFinishedAndIsSubmittedAgainOnlyOnRequest() throws Exception {
        bench.request = new BatchOptions(Stay.UNTIL_SUBMITTED, List.of(), false, false);
        bench.service.takes = Duration.ofHours(12);
        bench.go();

        bench.resume();
        bench.request = new BatchOptions(Stay.UNTIL_DONE, List.of(new JobCommand.Cancel(1)), false, false);
        assertThat(bench.go()).isEqualTo(BatchProgress.HELD);

        assertThat(bench.jobs().getFirst().counts())
                .containsEntry(ItemEnd.SUCCEEDED, 3L)
                .containsEntry(ItemEnd.CANCELLED, 3L);
        bench.resume();
        bench.request = new BatchOptions(Stay.UNTIL_DONE, List.of(), false, false);
        assertThat(bench.go()).isEqualTo(BatchProgress.HELD);
        assertThat(bench.service.creates).isOne();

        bench.resume();
        bench.request = new BatchOptions(Stay.UNTIL_DONE, List.of(), true, false);
        bench.go();
        assertThat(bench.answered()).isEqualTo(6);
        assertThat(bench.service.creates).isEqualTo(2);
        assertThat(bench.findings()).isEmpty();
    }

    @Test
    void aCancelThatIsRefusedWhileTheBatchRunsIsSentAgain() throws Exception {
        bench.request = new BatchOptions(Stay.UNTIL_SUBMITTED, List.of(), false, false);
        bench.service.takes = Duration.ofHours(12);
        bench.service.cancelsRefused = 1;
        bench.go();

        bench.resume();
        bench.request = new BatchOptions(Stay.UNTIL_DONE, List.of(new JobCommand.Cancel(1)), false, false);
        assertThat(bench.go()).isEqualTo(BatchProgress.HELD);

        assertThat(bench.service.cancels).isEqualTo(2);
        assertThat(bench.steps(1)).contains("delayed");
        assertThat(bench.jobs().getFirst().counts()).containsEntry(ItemEnd.CANCELLED, 3L);
    }

    @Test
    void refusesAnOrderForAJobThatIsNotThere() {
        bench.request = new BatchOptions(Stay.UNTIL_DONE, List.of(new JobCommand.Cancel(9)), false, false);

        assertThatThrownBy(bench::go)
                .isInstanceOf(JobCommandRefusedException.class)
                .hasMessageContaining("no batch job 9");
    }

    @Test
    void cancelsItsJobsWhenTheRunIsInterruptedAndThatIsWanted() throws Exception {
        bench.service.takes = Duration.ofDays(3);
        bench.settings = settings(OnInterrupt.CANCEL, OptionalLong.empty());
        bench.service.shown = batch -> {
            bench.stop.byPerson = true;
            bench.stop.stopped = true;
            return Optional.empty();
        };

        bench.go();

        assertThat(bench.service.cancels).isOne();
        assertThat(bench.steps(1)).contains("cancel_intent");
    }

    @Test
    void leavesItsJobsAloneWhenTheRunIsInterruptedOtherwise() throws Exception {
        bench.service.takes = Duration.ofDays(3);
        bench.service.shown = batch -> {
            bench.stop.byPerson = true;
            bench.stop.stopped = true;
            return Optional.empty();
        };

        bench.go();

        assertThat(bench.service.cancels).isZero();
    }

    @Test
    void sendsOneCanaryBeforeTheFirstJob() throws Exception {
        bench.settings = settings(OnInterrupt.KEEP, OptionalLong.empty(), true);

        bench.go();

        assertThat(bench.jobs()).extracting(JobState::items).containsExactly(5);
        assertThat(bench.answered()).isEqualTo(5);
    }

    private static BatchSettings settings(OnInterrupt interrupt, OptionalLong tokens) {
        return settings(interrupt, tokens, false);
    }

    private static BatchSettings settings(OnInterrupt interrupt, OptionalLong tokens, boolean canary) {
        BatchSettings usual = BatchBench.settings();
        return new BatchSettings(
                usual.mode(),
                usual.pollInterval(),
                usual.pollMax(),
                usual.timeout(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                tokens,
                OptionalInt.empty(),
                0,
                usual.fallback(),
                interrupt,
                canary);
    }

    @Test
    void keepsWithinTheTokensThatMayWait() throws Exception {
        bench.settings = settings(OnInterrupt.KEEP, OptionalLong.of(250));

        bench.go();

        assertThat(bench.jobs()).extracting(JobState::items).containsExactly(2, 2, 2);
        assertThat(bench.answered()).isEqualTo(6);
        List<Batch> batches = bench.service.batches;
        for (int i = 1; i < batches.size(); i++) {
            assertThat(batches.get(i).createdAt)
                    .isAfterOrEqualTo(batches.get(i - 1).createdAt.plus(bench.service.takes));
        }
    }

    @Test
    void waitsForBudgetReservedByJobsAndStopsWhenThereIsNone() throws Exception {
        bench.cap = Optional.of(new Usd(BatchBench.WORST.pico() + 2 * FakeBatchService.PRICE.pico()));

        bench.go();

        assertThat(bench.stop.why).contains("the cost cap of");
        assertThat(bench.answered()).isEqualTo(3);
        assertThat(bench.spentNow().pico()).isLessThanOrEqualTo(bench.cap.get().pico());
    }

    @Test
    void endsACallAtOnceThatABatchCannotTake() throws Exception {
        bench.service.refusals = body -> body.contains(":3}") ? Optional.of("no threes") : Optional.empty();

        bench.go();

        assertThat(bench.answered()).isEqualTo(5);
        assertThat(bench.jobs()).extracting(JobState::items).containsExactly(5);
    }
}
