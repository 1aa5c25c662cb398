package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.Result;
import dev.rowan.testkit.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Joins with a timeout, by a clock that the test moves. One token of a row continues at a time, so that the first
/// branch has arrived when the second begins.
class JoinTimeoutTest extends EngineTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final FakeTime time = new FakeTime();
    private final CountDownLatch slowBegan = new CountDownLatch(1);
    private final CountDownLatch slowEnds = new CountDownLatch(1);

    private static Map<String, Object> branches() {
        var branches = new LinkedHashMap<String, Object>();
        branches.put("a", "a");
        branches.put("slow", "slow");
        return branches;
    }

    private static RowTransform adding(String field) {
        return (row, _) -> TransformResult.success(row.with(field, true));
    }

    private RowTransform slow(CountDownLatch began) {
        return (row, _) -> {
            began.countDown();
            assertThat(slowEnds.await(120, TimeUnit.SECONDS)).isTrue();
            return TransformResult.success(row.with("slow", true));
        };
    }

    private TestPipeline shaped(TestPipeline to, CountDownLatch began) {
        to.landscape().breakAt(entry -> {
            if (entry instanceof LogEntry.StateClosed closed && closed.result() instanceof Result.Joined) {
                slowEnds.countDown();
            }
            return false;
        });
        return to.at(time)
                .with("row_parallelism", 1)
                .source(ListSource.counting(1))
                .node("both", "fork", branches())
                .transform("a", adding("a"), "done", Map.of())
                .transform("slow", slow(began), "done", Map.of())
                .node("done", "join", Map.of("policy", "best_effort", "timeout", "10s"))
                .sink("output", output);
    }

    private static List<LogEntry.StateClosed> joined(TestPipeline of) {
        return of.landscape().entries(LogEntry.StateClosed.class).stream()
                .filter(closed -> closed.result() instanceof Result.Joined)
                .toList();
    }

    @Test
    void firesWithWhatHasArrived() throws Exception {
        try (var run = new StartedRun(shaped(pipeline, slowBegan).assemble())) {
            assertThat(slowBegan.await(120, TimeUnit.SECONDS)).isTrue();
            time.awaitSleepers(1);
            time.advance(LIMIT);
            RunResult result = run.result();

            assertThat(output.rows()).containsExactly(Row.of("n", 1).with("a", true));
            assertThat(result.counts().outcomes())
                    .isEqualTo(Map.of(Outcome.COMPLETED, 1L, Outcome.MERGED, 1L, Outcome.DISCARDED, 1L));
            assertThat(joined(pipeline))
                    .singleElement()
                    .satisfies(join -> assertThat(((Result.Joined) join.result()).trigger())
                            .isEqualTo("timeout"));
        }
    }

    @Test
    void aStopLetsNoJoinExpire() throws Exception {
        PipelineRun running = shaped(pipeline, slowBegan).assemble();
        try (var run = new StartedRun(running)) {
            assertThat(slowBegan.await(120, TimeUnit.SECONDS)).isTrue();
            time.awaitSleepers(1);
            running.interrupt("a test");
            time.advance(LIMIT.multipliedBy(2));
            slowEnds.countDown();
            run.result();
        }
        assertThat(joined(pipeline))
                .singleElement()
                .satisfies(join ->
                        assertThat(((Result.Joined) join.result()).trigger()).isEqualTo("accounted"));
    }

    /// Six seconds in the first process and four in the second make ten; the hour between does not count.
    @Test
    void itsAgeLeavesOutTheTimeBetweenProcesses() throws Exception {
        pipeline.close();
        pipeline = new TestPipeline(folder, time);
        PipelineRun first = shaped(pipeline, slowBegan).assemble();
        try (var run = new StartedRun(first)) {
            assertThat(slowBegan.await(120, TimeUnit.SECONDS)).isTrue();
            time.awaitSleepers(1);
            time.advance(Duration.ofSeconds(6));
            first.interrupt("a test");
            first.interrupt("a test");
            run.result();
        }
        assertThat(joined(pipeline)).isEmpty();
        String id = pipeline.summary().runId();
        pipeline.close();
        time.advance(Duration.ofHours(1));
        Instant resumedAt = time.instant();
        var again = new CountDownLatch(1);
        pipeline = new TestPipeline(folder, time);
        try (var run = new StartedRun(shaped(pipeline, again)
                .startMode(new RunStartMode.Resumed(id, false))
                .assemble())) {
            assertThat(again.await(120, TimeUnit.SECONDS)).isTrue();
            time.awaitSleepers(1);
            time.advance(Duration.ofSeconds(4));
            run.result();
        }

        assertThat(joined(pipeline)).singleElement().satisfies(join -> {
            assertThat(((Result.Joined) join.result()).trigger()).isEqualTo("timeout");
            assertThat(join.closed()).isEqualTo(resumedAt.plusSeconds(4));
        });
        assertThat(output.rows()).containsExactly(Row.of("n", 1).with("a", true));
    }

    @Test
    void refusesATimeoutOverABranchThatMayTakeADay() {
        RowTransform calling = adding("b");

        assertThatThrownBy(() -> pipeline.source(ListSource.counting(1))
                        .node("both", "fork", branches())
                        .transform("a", adding("a"), "done", Map.of())
                        .transform(
                                "slow",
                                new BatchedAsking(calling),
                                "done",
                                Map.of("mode", "batch"),
                                Capability.CALLS_OUT,
                                Capability.BATCHES)
                        .node("done", "join", Map.of("policy", "best_effort", "timeout", "10s"))
                        .sink("output", output)
                        .run())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("has a timeout, but 'slow' before it has mode: batch or auto");
    }
}
