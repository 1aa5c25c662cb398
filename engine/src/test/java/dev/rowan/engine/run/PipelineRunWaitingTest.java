package dev.rowan.engine.run;

import static dev.rowan.engine.run.PipelineRunParkingTest.BATCH;
import static dev.rowan.engine.run.PipelineRunParkingTest.CALLS;
import static dev.rowan.engine.run.PipelineRunParkingTest.echo;
import static dev.rowan.engine.run.PipelineRunParkingTest.echoing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.TestExtent;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.run.FakeBatches.Plan;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.testkit.LiveThreads;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs that end while rows wait for batch services, and what the next process makes of them.
@Timeout(120)
class PipelineRunWaitingTest {
    private final ListSink output = new ListSink();

    @TempDir
    private Path folder;

    @AfterEach
    void leavesNoThreadBehind() throws IOException {
        assertThat(LiveThreads.named(folder, "row", "worker", "landscape")).isEmpty();
    }

    /// With a grace that outlasts the timeout of the test, so that no run can wait for it.
    private TestPipeline asking(int rows) {
        return new TestPipeline(folder)
                .with("stop_grace", "10m")
                .source(ListSource.counting(rows))
                .transform("ask", new BatchedAsking(new CallingTransform(1, new Usd(1_000), false)), BATCH, CALLS)
                .sink("output", output)
                .wire(new ScriptedWire((body, _) -> echo(body)));
    }

    private RunResult detached(int rows) throws Exception {
        try (var pipeline = asking(rows)) {
            return pipeline.batches(echoing().jobsOf(4).neverSettling())
                    .stay(Stay.UNTIL_SUBMITTED)
                    .run();
        }
    }

    @Test
    void exitsWithoutWaitingWhenAllJobsAreSubmitted() throws Exception {
        RunResult result = detached(10);

        assertThat(result.status()).isEqualTo(RunEnd.Status.WAITING);
        assertThat(result.why().orElseThrow())
                .isEqualTo("10 rows wait for 3 batch jobs; rowan resume " + result.runId() + " continues");
        assertThat(result.counts().parked()).isEqualTo(10);
        assertThat(result.counts().jobs()).hasSize(3);
        assertThat(output.rows()).isEmpty();
    }

    @Test
    void waitingRowsAreResumedAndNothingIsSentTwice() throws Exception {
        String run = detached(10).runId();
        try (var pipeline = asking(10)) {
            RunResult result = pipeline.batches(echoing())
                    .startMode(new RunStartMode.Resumed(run, false))
                    .run();

            assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 10L));
            assertThat(output.rows()).hasSize(10);
            assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class))
                    .isEmpty();
            assertThat(pipeline.landscape().entries(LogEntry.CallParked.class)).isEmpty();
            assertThat(pipeline.landscape().entries(LogEntry.CallEnded.class)).hasSize(10);
        }
    }

    @Test
    void pollingOnceRunsNoParkedRows() throws Exception {
        String run = detached(10).runId();
        try (var pipeline = asking(10)) {
            RunResult result = pipeline.batches(echoing().neverSettling())
                    .stay(Stay.ONE_ROUND)
                    .startMode(new RunStartMode.Resumed(run, false))
                    .run();

            assertThat(result.status()).isEqualTo(RunEnd.Status.WAITING);
            assertThat(result.counts().parked()).isEqualTo(10);
            assertThat(result.peakInFlight()).isZero();
        }
    }

    @Test
    void rowsThatWereNotInAJobAreParkedAgain() throws Exception {
        String run;
        try (var pipeline = asking(10)) {
            PipelineRun started = pipeline.batches(echoing().neverSettling()).assemble();
            pipeline.landscape().breakAt(LogEntry.BatchStepped.class::isInstance);
            assertThatThrownBy(started::run).isInstanceOf(RunDefect.class);
            run = started.runId();
        }
        try (var pipeline = asking(10)) {
            RunResult result = pipeline.batches(echoing())
                    .startMode(new RunStartMode.Resumed(run, false))
                    .run();

            assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 10L));
            assertThat(pipeline.landscape().entries(LogEntry.CallParked.class)).isEmpty();
            assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class))
                    .hasSize(10);
        }
    }

    @Test
    void aRunIsInterruptedAtOnceWhileItsRowsWait() throws Exception {
        String run;
        try (var pipeline = asking(8)) {
            PipelineRun started = pipeline.batches(echoing().neverSettling()).assemble();
            try (var running = new StartedRun(started)) {
                awaitParked(started, 8);
                started.interrupt("the test");
                RunResult result = running.result();

                assertThat(result.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
                assertThat(result.counts().parked()).isEqualTo(8);
            }
            run = started.runId();
        }
        try (var pipeline = asking(8)) {
            assertThat(pipeline.batches(echoing())
                            .startMode(new RunStartMode.Resumed(run, false))
                            .run()
                            .status())
                    .isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(output.rows()).hasSize(8);
        }
    }

    @Test
    void jobsThatNeedAPersonAreNotWaitedFor() throws Exception {
        try (var pipeline = asking(3)) {
            RunResult result = pipeline.batches(echoing().holding()).run();

            assertThat(result.status()).isEqualTo(RunEnd.Status.WAITING);
            assertThat(result.why().orElseThrow()).contains("3 rows wait for 1 job", "held until someone decides");
        }
    }

    @Test
    void parkedRowsUnknownToBatchServicesAreADefect() {
        try (var pipeline = asking(3)) {
            Plan forgetful = echoing().jobsOf(0);
            pipeline.batches(forgetful);
            assertThatThrownBy(pipeline::run)
                    .isInstanceOf(RunDefect.class)
                    .hasMessageContaining("3 rows wait for batch services or calls that know none of them");
        }
    }

    @Test
    void theBudgetOfAResumedRunKnowsWhatItsJobsMayStillCost() throws Exception {
        var cap = new BigDecimal("0.000000006");
        String run;
        try (var pipeline = asking(10).with("max_cost_usd", cap)) {
            run = pipeline.batches(echoing().neverSettling())
                    .stay(Stay.UNTIL_SUBMITTED)
                    .run()
                    .runId();
        }
        try (var pipeline = asking(10).with("max_cost_usd", cap)) {
            RunResult result = pipeline.batches(echoing())
                    .startMode(new RunStartMode.Resumed(run, false))
                    .run();
            assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(result.counts().calls().spent())
                    .isEqualTo(new Usd(5_000))
                    .isEqualTo(pipeline.summary().calls().cost());
            assertThat(pipeline.batches().reserved()).isEqualTo(Usd.ZERO);
        }
    }

    /// What a parked row costs: a bit, and nothing for each in the engine.
    @Test
    @Tag("slow")
    void parkedRowsTakeNextToNoMemory() throws Exception {
        int rows = TestExtent.of(50_000, 200_000);
        try (var pipeline = new TestPipeline(folder)
                .source(ListSource.counting(rows))
                .transform("ask", new BatchedAsking(new CallingTransform()), BATCH, CALLS)
                .sink("output", output)
                .batches(Plan.answering((_, _) -> Optional.empty()).jobsOf(0))) {
            PipelineRun started = pipeline.assemble();
            try (var running = new StartedRun(started)) {
                awaitParked(started, rows);
                assertThat(started.progress().inFlight()).isZero();
                assertThat(started.parkedBytes()).isLessThan(rows / 4);
                started.interrupt("the test");
                assertThat(running.result().counts().parked()).isEqualTo(rows);
            }
        }
    }

    private static void awaitParked(PipelineRun run, long rows) {
        while (run.progress().parked() < rows || run.progress().inFlight() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
