package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.OutputPort;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.WorkerTransform;
import dev.rowan.engine.WorkerTransform.Limits;
import dev.rowan.landscape.history.RowHistory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PipelineRunBatchTest extends EngineTest {
    private static final int ROWS = 30;
    private static final Duration SHORT = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Map<String, ?> ONE_ATTEMPT = Map.of("retry", Map.of("max_attempts", 1));
    private static final Map<String, ?> TWO_QUICK_ATTEMPTS =
            Map.of("retry", Map.of("max_attempts", 2, "initial_delay", "1ms", "max_delay", "1ms"));

    @Test
    void thirtyRowsWaitTogetherAndAnswersInReverseReachTheirOwnRows() throws Exception {
        List<CountDownLatch> answered = IntStream.range(0, ROWS + 2)
                .mapToObj(_ -> new CountDownLatch(1))
                .toList();
        answered.get(ROWS + 1).countDown();
        var workers = new WorkerTransform(Limits.USUAL, (row, context, port) -> {
            int n = Math.toIntExact(context.token().rowSeq());
            answered.get(n + 1).await();
            emit(port, context, row.with("answer", "for " + n));
            answered.get(n).countDown();
        });

        RunResult result = pipeline.source(ListSource.counting(ROWS))
                .transform("workers", workers)
                .sink("output", output)
                .run();

        assertThat(output.rows())
                .isEqualTo(numbers(1, ROWS).stream()
                        .map(row -> row.with("answer", "for " + row.get("n")))
                        .toList());
        assertThat(result.peakInFlight()).isEqualTo(ROWS);
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void neverGivesMoreRowsThanMayBePending() throws Exception {
        var together = new CountDownLatch(3);
        var pending = new AtomicInteger();
        var peak = new AtomicInteger();
        var workers = new WorkerTransform(Limits.pending(3), (row, context, port) -> {
            peak.accumulateAndGet(pending.incrementAndGet(), Math::max);
            together.countDown();
            together.await();
            pending.decrementAndGet();
            emit(port, context, row);
        });

        pipeline.source(ListSource.counting(ROWS))
                .transform("workers", workers)
                .sink("output", output)
                .run();

        assertThat(peak).hasValue(3);
        assertThat(output.rows()).isEqualTo(numbers(1, ROWS));
    }

    @Test
    void whatAWorkerThrowsReachesTheCaller() {
        var defect = new IllegalStateException("the worker broke");
        var workers = new WorkerTransform(Limits.USUAL, (_, _, _) -> {
            throw defect;
        });
        pipeline.source(ListSource.counting(1)).transform("workers", workers).sink("output", output);

        assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class).hasRootCause(defect);

        assertThat(pipeline.summary().status()).isEqualTo("failed");
        assertThat(pipeline.story(1).visits())
                .extracting(RowHistory.Visit::status)
                .containsExactly("failed");
    }

    @Test
    void aRowWithoutAnAnswerInTimeFailsAndTheOthersPass() throws Exception {
        var workers = new WorkerTransform(Limits.answeredWithin(LONG, SHORT, LONG), (row, context, port) -> {
            if (context.token().rowSeq() != 2) {
                emit(port, context, row);
            }
        });

        RunResult result = pipeline.with("window", 1)
                .source(ListSource.counting(3))
                .transform("workers", workers, ONE_ATTEMPT)
                .sink("output", output)
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 2L, Outcome.FAILED, 1L));
        assertThat(result.counts().reasons()).isEqualTo(Map.of("answer_timeout", 1L));
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void aLateAnswerIsKeptAsEvidenceAndNeverTakenForTheNextAttempt() throws Exception {
        var secondAttempt = new CountDownLatch(1);
        var lateGiven = new CountDownLatch(1);
        var workers = new WorkerTransform(Limits.answeredWithin(SHORT, LONG), (row, context, port) -> {
            if (context.attempt() == 1) {
                secondAttempt.await();
                emit(port, context, row.with("answer", "late"));
                lateGiven.countDown();
            } else {
                secondAttempt.countDown();
                lateGiven.await();
                emit(port, context, row.with("answer", "in time"));
            }
        });

        pipeline.source(ListSource.counting(1))
                .transform("workers", workers, TWO_QUICK_ATTEMPTS)
                .sink("output", output)
                .run();

        assertThat(output.rows()).containsExactly(Row.of("n", 1).with("answer", "in time"));
        assertThat(pipeline.notes("late_result"))
                .singleElement()
                .satisfies(note -> assertThat(note).contains("r1/n0/a1", "late"));
    }

    @Test
    void onlyTheFirstOfTwoAnswersCounts() throws Exception {
        var workers = new WorkerTransform(Limits.USUAL, (row, context, port) -> {
            emit(port, context, row.with("answer", 1));
            emit(port, context, row.with("answer", 2));
        });

        pipeline.source(ListSource.counting(1))
                .transform("workers", workers)
                .sink("output", output)
                .run();

        assertThat(output.rows()).containsExactly(Row.of("n", 1).with("answer", 1));
        assertThat(pipeline.notes("late_result")).hasSize(1);
    }

    @Test
    void answersThatComeWhileTheTransformClosesArePartOfTheSealedRecord() throws Exception {
        var workers = new WorkerTransform(Limits.USUAL, (row, context, port) -> {
            emit(port, context, row);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                emit(port, context, row.with("answer", "while closing"));
            }
        });

        pipeline.source(ListSource.counting(1))
                .transform("workers", workers)
                .sink("output", output)
                .run();

        assertThat(pipeline.notes("late_result"))
                .singleElement()
                .satisfies(note -> assertThat(note).contains("while closing"));
    }

    @Test
    void theFiguresOfTheBatchesAreRecordedWithTheRun() throws Exception {
        var workers = new WorkerTransform(Limits.USUAL, (row, context, port) -> emit(port, context, row));

        pipeline.source(ListSource.counting(4))
                .transform("workers", workers)
                .sink("output", output)
                .run();

        assertThat(pipeline.notes("batch_metrics"))
                .singleElement()
                .satisfies(note -> assertThat(note).contains("workers", "4"));
    }

    private static void emit(OutputPort port, PluginContext context, Row row) {
        port.emit(context.token(), context.stateId(), TransformResult.success(row));
    }
}
