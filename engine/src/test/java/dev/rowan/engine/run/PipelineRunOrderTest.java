package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.LatencyTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.testkit.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PipelineRunOrderTest extends EngineTest {
    private static final int ROWS = 30;
    private static final Duration LATENCY = Duration.ofMillis(200);

    @Test
    void thirtyRowsOf200MillisecondsAreInFlightTogether() throws Exception {
        var time = new FakeTime();
        var latency = LatencyTransform.of(LATENCY);
        PipelineRun run = pipeline.at(time)
                .source(ListSource.counting(ROWS))
                .transform("latency", latency)
                .sink("output", output)
                .assemble();

        try (var started = new StartedRun(run)) {
            time.awaitSleepers(ROWS);
            time.advance(LATENCY);
            RunResult result = started.result();

            assertThat(latency.peak()).isEqualTo(ROWS);
            assertThat(result.peakInFlight()).isEqualTo(ROWS);
            assertThat(result.took()).isEqualTo(LATENCY);
            assertThat(output.rows()).isEqualTo(numbers(1, ROWS));
            assertAddsUp(result, pipeline.summary());
        }
    }

    @Test
    void rowsInDifferentTransformsOverlap() throws Exception {
        var secondIsInFirst = new CountDownLatch(1);
        var first = LatencyTransform.waiting((row, _) -> {
            if (isNumber(row, 2)) {
                secondIsInFirst.countDown();
            }
        });
        var second = LatencyTransform.waiting((row, _) -> {
            if (isNumber(row, 1)) {
                secondIsInFirst.await();
            }
        });

        pipeline.source(ListSource.counting(2))
                .transform("first", first)
                .transform("second", second)
                .sink("output", output)
                .run();

        assertThat(output.rows()).isEqualTo(numbers(1, 2));
    }

    @Test
    void emitsInInputOrderWhenCallsFinishInReverse() throws Exception {
        List<CountDownLatch> passed = latches(ROWS + 2);
        passed.get(ROWS + 1).countDown();

        pipeline.source(ListSource.counting(ROWS))
                .transform("reverse", (RowTransform) (row, _) -> {
                    int n = number(row);
                    passed.get(n + 1).await();
                    passed.get(n).countDown();
                    return TransformResult.success(row);
                })
                .sink("output", output)
                .run();

        assertThat(output.rows()).isEqualTo(numbers(1, ROWS));
        assertThat(pipeline.story(1).visits().getFirst().waits().orElseThrow().completeIndex())
                .isGreaterThan(0);
    }

    @Test
    void emitsInOrderOfCompletionWithOrderNone() throws Exception {
        var latency = LatencyTransform.waiting((row, _) -> output.awaitWritten(ROWS - number(row)));

        RunResult result = pipeline.with("order", "none")
                .source(ListSource.counting(ROWS))
                .transform("latency", latency)
                .sink("output", output)
                .run();

        assertThat(output.rows())
                .isEqualTo(LongStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> Row.of("n", ROWS + 1 - n))
                        .toList());
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void neverRunsMoreThanTheWindow() throws Exception {
        var latency = LatencyTransform.untilTogether(4);

        RunResult result = pipeline.with("window", 4)
                .source(ListSource.counting(40))
                .transform("latency", latency)
                .sink("output", output)
                .run();

        assertThat(latency.peak()).isEqualTo(4);
        assertThat(result.peakInFlight()).isEqualTo(4);
    }

    @Test
    void aFinishedRowHoldsNoWindowSlot() throws Exception {
        var othersPassed = new CountDownLatch(20);
        var latency = LatencyTransform.waiting((row, _) -> {
            if (isNumber(row, 1)) {
                othersPassed.await();
            } else {
                othersPassed.countDown();
            }
        });

        pipeline.with("window", 2)
                .source(ListSource.counting(21))
                .transform("latency", latency)
                .sink("output", output)
                .run();

        assertThat(output.rows()).isEqualTo(numbers(1, 21));
    }

    @Test
    void valuesBeyondTheReorderMemoryAreReadBackFromTheLandscape() throws Exception {
        int rows = 5_000;
        var othersPassed = new CountDownLatch(rows - 1);
        var stuck = LatencyTransform.waiting((row, _) -> {
            if (isNumber(row, 1)) {
                othersPassed.await();
            }
        });
        RowTransform changing = (row, _) -> {
            othersPassed.countDown();
            return TransformResult.success(row.with("text", "value of " + row.get("n")));
        };

        RunResult result = pipeline.with("reorder_memory", "1KiB")
                .source(ListSource.counting(rows))
                .transform("stuck", stuck)
                .transform("changing", changing)
                .sink("output", output)
                .run();

        assertThat(output.rows())
                .isEqualTo(numbers(1, rows).stream()
                        .map(row -> row.with("text", "value of " + row.get("n")))
                        .toList());
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, rows));
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void twoSinksEachTakeTheirRowsInInputOrder() throws Exception {
        var odd = new ListSink();
        List<CountDownLatch> passed = latches(ROWS + 2);
        passed.get(ROWS + 1).countDown();
        RowTransform refusingOdd = (row, _) -> {
            int n = number(row);
            passed.get(n + 1).await();
            passed.get(n).countDown();
            return n % 2 == 0 ? TransformResult.success(row) : Refusal.blocked("odd");
        };

        RunResult result = pipeline.source(ListSource.counting(ROWS))
                .transform("even_only", refusingOdd, Map.of("on_error", "odd"))
                .sink("output", output)
                .sink("odd", odd)
                .run();

        assertThat(output.rows()).extracting(row -> number(row) % 2).containsOnly(0);
        assertThat(output.rows())
                .extracting(PipelineRunOrderTest::number)
                .isSorted()
                .hasSize(ROWS / 2);
        assertThat(odd.rows())
                .extracting(PipelineRunOrderTest::number)
                .isSorted()
                .hasSize(ROWS / 2);
        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
    }

    private static List<CountDownLatch> latches(int count) {
        return IntStream.range(0, count).mapToObj(_ -> new CountDownLatch(1)).toList();
    }

    private static boolean isNumber(Row row, int n) {
        return number(row) == n;
    }

    private static int number(Row row) {
        return row.get("n") instanceof Long n ? Math.toIntExact(n) : -1;
    }
}
