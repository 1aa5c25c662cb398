package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.RunEnd;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The branches of rows, by the real engine and record.
@Timeout(180)
class PipelineRunForkTest extends EngineTest {

    private static Map<String, Object> branches(String one, String two) {
        var branches = new LinkedHashMap<String, Object>();
        branches.put("one", one);
        branches.put("two", two);
        return branches;
    }

    private static RowTransform adding(String field) {
        return (row, _) -> TransformResult.success(row.with(field, row.get("n")));
    }

    @Test
    void branchesOfARowOverlapAlsoWhenTheWindowIsFull() throws Exception {
        var both = new CyclicBarrier(2);
        RowTransform meeting = (row, context) -> {
            both.await(30, TimeUnit.SECONDS);
            return TransformResult.success(row.with("f" + context.token().part(), row.get("n")));
        };

        RunResult result = pipeline.source(ListSource.counting(5))
                .with("window", 1)
                .node("both", "fork", branches("a", "b"))
                .transform("a", meeting, "done", Map.of(), Capability.CALLS_OUT)
                .transform("b", meeting, "done", Map.of(), Capability.CALLS_OUT)
                .node("done", "join", Map.of())
                .sink("output", output)
                .run();

        assertThat(output.rows())
                .hasSize(5)
                .first()
                .isEqualTo(Row.of("n", 1).with("f1", 1).with("f2", 1));
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 5L, Outcome.MERGED, 10L));
        assertThat(pipeline.story(1).ends()).extracting(RowHistory.End::part).containsExactly(0, 1, 2);
    }

    @Test
    void aBranchThatIsLateEndsWhenItReturns() throws Exception {
        var arrived = new CountDownLatch(1);
        RowTransform last = (row, _) -> {
            arrived.countDown();
            return TransformResult.success(row.with("last", true));
        };
        RowTransform slow = (row, _) -> {
            arrived.await();
            return TransformResult.success(row.with("slow", true));
        };

        RunResult result = pipeline.source(ListSource.counting(1))
                .node("both", "fork", branches("a", "slow"))
                .transform("a", adding("a"), "done", Map.of())
                .transform("slow", slow, "done", Map.of())
                .node("done", "join", Map.of("policy", "any"))
                .transform("last", last)
                .sink("output", output)
                .run();

        assertThat(output.rows()).containsExactly(Row.of("n", 1).with("a", 1).with("last", true));
        assertThat(result.counts().outcomes())
                .isEqualTo(Map.of(Outcome.COMPLETED, 1L, Outcome.MERGED, 1L, Outcome.DISCARDED, 1L));
        assertThat(pipeline.story(1).ends().getLast().reason()).hasValue("join_closed");
    }

    @Test
    void aBranchThatParksIsJoinedWhenItsAnswerComes() throws Exception {
        RunResult result = pipeline.source(ListSource.counting(20))
                .with("window", 2)
                .node("both", "fork", branches("ask", "b"))
                .transform(
                        "ask",
                        new BatchedAsking(new CallingTransform()),
                        "done",
                        PipelineRunParkingTest.BATCH,
                        PipelineRunParkingTest.CALLS)
                .transform("b", adding("b"), "done", Map.of())
                .node("done", "join", Map.of())
                .sink("output", output)
                .wire(new ScriptedWire((body, _) -> PipelineRunParkingTest.echo(body)))
                .batches(PipelineRunParkingTest.echoing().jobsOf(7))
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(output.rows())
                .hasSize(20)
                .allSatisfy(row -> assertThat(row.names().list()).containsExactly("n", "answers", "b"));
        assertThat(result.peakInFlight()).isLessThanOrEqualTo(2);
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 20L, Outcome.MERGED, 40L));
    }
}
