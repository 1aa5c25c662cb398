package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.FlakyTransform;
import dev.rowan.engine.LatencyTransform;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.WorkerTransform;
import dev.rowan.engine.WorkerTransform.Limits;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PipelineRunStopTest extends EngineTest {
    private static final int WINDOW = 5;
    private static final int MANY = 1_000;

    private final CountDownLatch full = new CountDownLatch(WINDOW);
    private final CountDownLatch released = new CountDownLatch(1);
    private final LatencyTransform held = LatencyTransform.waiting((_, _) -> {
        full.countDown();
        released.await();
    });

    @Test
    void theFirstInterruptLetsRowsOnTheirWayArrive() throws Exception {
        PipelineRun run = holdingRun();

        try (var started = new StartedRun(run)) {
            full.await();
            run.interrupt("a test");
            released.countDown();
            RunResult result = started.result();

            assertThat(result.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
            assertThat(result.why()).contains("stopped by a test");
            assertThat(pipeline.notes("stop_requested"))
                    .singleElement()
                    .satisfies(note -> assertThat(note).contains("a test"));
            assertThat(result.counts().rowsRead()).isBetween((long) WINDOW, (long) WINDOW + 1);
            assertThat(output.rows()).isEqualTo(numbers(1, result.counts().rowsRead()));
            assertAddsUp(result, pipeline.summary());
        }
    }

    @Test
    void theSecondInterruptStopsAtOnceAndAbandonedRowsHaveNoOutcome() throws Exception {
        PipelineRun run = holdingRun();

        try (var started = new StartedRun(run)) {
            full.await();
            run.interrupt("a test");
            run.interrupt("a test");
            RunResult result = started.result();

            assertThat(result.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
            assertThat(result.counts().rowsEnded()).isZero();
            assertThat(output.written()).isEmpty();
            assertThat(pipeline.story(1).ends()).isEmpty();
        }
    }

    @Test
    void reportsALandscapeFailureDuringAStop() throws Exception {
        pipeline.landscape().breakAt(entry -> entry instanceof LogEntry.RunNoted);
        PipelineRun run = holdingRun();

        try (var started = new StartedRun(run)) {
            full.await();
            run.interrupt("a test");

            assertThatThrownBy(started::result)
                    .isInstanceOf(RunDefect.class)
                    .cause()
                    .isInstanceOf(LandscapeException.class);
        }
    }

    @Test
    void rowsStillOnTheirWayWhenTheGraceIsOverAreAbandoned() throws Exception {
        PipelineRun run = pipeline.with("stop_grace", "20ms")
                .source(ListSource.counting(WINDOW))
                .transform("held", held)
                .sink("output", output)
                .assemble();

        try (var started = new StartedRun(run)) {
            full.await();
            run.interrupt("a test");

            assertThat(started.result().status()).isEqualTo(RunEnd.Status.INTERRUPTED);
            assertThat(pipeline.summary().rowsEnded()).isZero();
        }
    }

    @Test
    void anImmediateStopReleasesAPrefixOfTheInput() throws Exception {
        var stuck = LatencyTransform.waiting((row, _) -> {
            if (Row.of("n", 4).equals(row)) {
                full.countDown();
                released.await();
            }
        });
        PipelineRun run = pipeline.source(ListSource.counting(10))
                .transform("stuck", stuck)
                .sink("output", output)
                .assemble();

        try (var started = new StartedRun(run)) {
            output.awaitWritten(3);
            run.interrupt("a test");
            run.interrupt("a test");
            RunResult result = started.result();

            assertThat(output.rows()).isEqualTo(numbers(1, 3));
            assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, 3));
        }
    }

    @Test
    void aTransformThatWrapsItsInterruptDoesNotTurnAStopIntoADefect() throws Exception {
        RowTransform wrapping = (row, _) -> {
            full.countDown();
            try {
                released.await();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
            return TransformResult.success(row);
        };
        PipelineRun run = pipeline.source(ListSource.counting(WINDOW))
                .transform("wrapping", wrapping)
                .sink("output", output)
                .assemble();

        try (var started = new StartedRun(run)) {
            full.await();
            run.interrupt("a test");
            run.interrupt("a test");

            assertThat(started.result().status()).isEqualTo(RunEnd.Status.INTERRUPTED);
        }
    }

    @Test
    void closesTheVisitOfAnInterruptedThread() throws Exception {
        RowTransform interrupting = (row, _) -> {
            Thread.currentThread().interrupt();
            return TransformResult.success(row);
        };

        RunResult result = pipeline.source(ListSource.counting(WINDOW))
                .transform("interrupting", interrupting)
                .sink("output", output)
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(output.rows()).isEqualTo(numbers(1, WINDOW));
    }

    @Test
    void interruptingTheCallerInterruptsEveryCallInFlight() throws Exception {
        PipelineRun run = holdingRun();

        try (var started = new StartedRun(run)) {
            full.await();
            started.interruptCaller();
            RunResult result = started.result();

            assertThat(result.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
            assertThat(result.counts().rowsEnded()).isZero();
            assertThat(held.inside()).isZero();
        }
    }

    @Test
    void aStopLetsAnswersInFlightArriveButSendsNothingNew() throws Exception {
        var second = LatencyTransform.untilTogether(1);
        PipelineRun run = pipeline.source(ListSource.counting(WINDOW))
                .transform("first", held, Map.of(), Capability.CALLS_OUT)
                .transform("second", second, Map.of(), Capability.CALLS_OUT)
                .sink("output", output)
                .assemble();

        try (var started = new StartedRun(run)) {
            full.await();
            run.interrupt("a test");
            released.countDown();

            assertThat(started.result().status()).isEqualTo(RunEnd.Status.INTERRUPTED);
            assertThat(second.peak()).isZero();
            assertThat(pipeline.story(1).visits())
                    .singleElement()
                    .satisfies(visit -> assertThat(visit.status()).isEqualTo("completed"));
        }
    }

    @Test
    void aStopEndsTheWaitsForBatchAnswers() throws Exception {
        var workers = new WorkerTransform(Limits.USUAL, (_, _, _) -> full.countDown());
        PipelineRun run = pipeline.source(ListSource.counting(WINDOW))
                .transform("workers", workers)
                .sink("output", output)
                .assemble();

        try (var started = new StartedRun(run)) {
            full.await();
            run.interrupt("a test");
            run.interrupt("a test");

            assertThat(started.result().status()).isEqualTo(RunEnd.Status.INTERRUPTED);
            assertThat(pipeline.story(1).ends()).isEmpty();
        }
    }

    @Test
    void anInterruptAfterTheLastRowLosesNothing() throws Exception {
        PipelineRun run = pipeline.source(ListSource.counting(WINDOW))
                .transform("held", held)
                .sink("output", output)
                .assemble();

        try (var started = new StartedRun(run)) {
            full.await();
            released.countDown();
            output.awaitWritten(WINDOW);
            run.interrupt("a test");
            RunResult result = started.result();

            assertThat(output.rows()).isEqualTo(numbers(1, WINDOW));
            assertThat(result.counts().rowsEnded()).isEqualTo(WINDOW);
        }
    }

    @Test
    void theDeadlineStopsTheRunAsLimited() throws Exception {
        RunResult result = pipeline.with("deadline", "50ms")
                .with("stop_grace", "1ms")
                .source(ListSource.counting(WINDOW))
                .transform("held", held)
                .sink("output", output)
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.LIMITED);
        assertThat(result.why()).contains("stopped by the deadline of 0.05 s");
        assertThat(result.counts().rowsEnded()).isZero();
    }

    @Test
    void theRowLimitTakesItsRowsAllTheWayRetriesIncluded() throws Exception {
        RunResult result = pipeline.limit(3)
                .source(ListSource.counting(MANY))
                .transform(
                        "flaky",
                        new FlakyTransform(2),
                        Map.of("retry", Map.of("initial_delay", "20ms", "max_delay", "20ms")),
                        Capability.CALLS_OUT)
                .transform("second", new FlakyTransform(0), Map.of(), Capability.CALLS_OUT)
                .sink("output", output)
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.LIMITED);
        assertThat(result.why()).contains("stopped by the limit of 3 rows");
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, 3));
        assertThat(output.rows()).hasSize(3);
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void anUnreachedLimitDoesNotEndTheRun() throws Exception {
        RunResult result = pipeline.limit(WINDOW)
                .source(ListSource.counting(WINDOW))
                .sink("output", output)
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(output.rows()).hasSize(WINDOW);
    }

    private PipelineRun holdingRun() {
        return pipeline.with("window", WINDOW)
                .source(ListSource.counting(MANY))
                .transform("held", held)
                .sink("output", output)
                .assemble();
    }
}
