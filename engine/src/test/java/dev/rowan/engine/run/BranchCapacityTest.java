package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.testkit.FakeTime;
import dev.rowan.testkit.LiveThreads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How many threads, requests and places in the window the branches of rows take.
class BranchCapacityTest extends EngineTest {
    private static Map<String, Object> branches(int count) {
        var branches = new LinkedHashMap<String, Object>();
        for (int i = 1; i <= count; i++) {
            branches.put("ask" + i, "ask" + i);
        }
        return branches;
    }

    /// A service that answers when so many requests have come together.
    private static WireReply together(CyclicBarrier requests, String body) {
        try {
            requests.await(30, TimeUnit.SECONDS);
            return ScriptedWire.ok(body);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            return ScriptedWire.status(400);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void asManyBranchesOfARowCallAtOnceAsItsParallelismAllowsWhenTheWindowIsFull(int parallelism) throws Exception {
        var requests = new CyclicBarrier(parallelism);
        var wire = new ScriptedWire((body, _) -> together(requests, body));
        pipeline.source(ListSource.counting(3))
                .with("window", 1)
                .with("row_parallelism", parallelism)
                .node("all", "fork", branches(4));
        for (int i = 1; i <= 4; i++) {
            pipeline.transform("ask" + i, new CallingTransform(), "done", Map.of(), Capability.CALLS_OUT);
        }

        RunResult result = pipeline.node("done", "join", Map.of("merge", "first"))
                .sink("output", output)
                .wire(wire)
                .run();

        assertThat(output.rows()).hasSize(3);
        assertThat(wire.sent()).hasSize(12);
        assertThat(wire.peak()).isEqualTo(parallelism);
        assertThat(result.peakInFlight()).isEqualTo(1);
    }

    /// The other branch of each row has arrived; the answers come after a day.
    @Test
    void aJoinWhoseBranchWaitsForADayHoldsNoThreadAndNoPlace() throws Exception {
        var time = new FakeTime();
        var settling = new CountDownLatch(1);
        var dayOver = new CountDownLatch(1);
        pipeline.landscape().breakAt(entry -> {
            if (entry instanceof LogEntry.CallEnded) {
                settling.countDown();
                awaitQuietly(dayOver);
            }
            return false;
        });
        RowTransform other = (row, _) -> TransformResult.success(row.with("b", true));
        var branches = new LinkedHashMap<String, Object>();
        branches.put("ask", "ask");
        branches.put("b", "b");
        PipelineRun running = pipeline.source(ListSource.counting(20))
                .at(time)
                .with("window", 2)
                .node("both", "fork", branches)
                .transform(
                        "ask",
                        new BatchedAsking(new CallingTransform()),
                        "done",
                        PipelineRunParkingTest.BATCH,
                        PipelineRunParkingTest.CALLS)
                .transform("b", other, "done", Map.of())
                .node("done", "join", Map.of())
                .sink("output", output)
                .wire(new ScriptedWire((body, _) -> PipelineRunParkingTest.echo(body)))
                .batches(PipelineRunParkingTest.echoing())
                .assemble();
        try (var run = new StartedRun(running)) {
            assertThat(settling.await(120, TimeUnit.SECONDS)).isTrue();
            time.advance(Duration.ofDays(1));

            assertThat(running.progress().parked()).isEqualTo(20);
            assertThat(running.progress().inFlight()).isZero();
            assertThat(LiveThreads.named(folder, "row-")).isEmpty();

            dayOver.countDown();
            assertThat(run.result().counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 20L, Outcome.MERGED, 40L));
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
