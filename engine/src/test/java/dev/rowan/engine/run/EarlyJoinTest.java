package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.VerifyInputs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Rows whose join fires before all of their branches have come: they leave at once, and calls that are in progress
/// are booked when they come.
class EarlyJoinTest extends EngineTest {
    private static final Usd PAID = new Usd(7_000);
    private static final Predicate<LogEntry> OUTCOME = LogEntry.OutcomeReached.class::isInstance;
    private static final Map<Outcome, Long> ONE_CUT_OFF =
            Map.of(Outcome.COMPLETED, 1L, Outcome.MERGED, 1L, Outcome.DISCARDED, 1L);

    private static Map<String, Object> branches(String... names) {
        var branches = new LinkedHashMap<String, Object>();
        for (String name : names) {
            branches.put(name, name);
        }
        return branches;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            await(latch);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Opens the latch when such an entry is recorded.
    private static Predicate<LogEntry> opening(CountDownLatch latch, Predicate<LogEntry> at) {
        return entry -> {
            if (at.test(entry)) {
                latch.countDown();
            }
            return false;
        };
    }

    private List<String> findings() {
        try (var check = ChainCheck.open("sqlite:rowan.db", folder)) {
            return check.verify(pipeline.summary().runId(), VerifyInputs.itself()).findings().stream()
                    .map(Finding::message)
                    .filter(found -> !found.startsWith("job ")) // the fake service does not count its items
                    .toList();
        }
    }

    private static RowTransform waitingFor(CountDownLatch latch) {
        return (row, _) -> {
            await(latch);
            return TransformResult.success(row.with("b", true));
        };
    }

    private TestPipeline firstOf(String... names) {
        return pipeline.source(ListSource.counting(1)).node("both", "fork", branches(names));
    }

    @Test
    void aRowLeavesWhileACallOfAnotherBranchIsOnTheWire() throws Exception {
        var sent = new CountDownLatch(1);
        var left = new CountDownLatch(1);
        pipeline.landscape().breakAt(opening(left, OUTCOME));
        var wire = new ScriptedWire((body, _) -> {
            sent.countDown();
            awaitQuietly(left);
            return ScriptedWire.reply(200, body, Headers.of("cost", "7000"));
        });

        RunResult result = firstOf("ask", "b")
                .transform("ask", new CallingTransform(1, PAID, false), "done", Map.of(), Capability.CALLS_OUT)
                .transform("b", waitingFor(sent), "done", Map.of())
                .node("done", "join", Map.of("policy", "any"))
                .sink("output", output)
                .wire(wire)
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(output.rows()).containsExactly(Row.of("n", 1).with("b", true));
        assertThat(result.counts().outcomes()).isEqualTo(ONE_CUT_OFF);
        assertThat(pipeline.landscape().entries(LogEntry.CallEnded.class))
                .singleElement()
                .satisfies(end -> assertThat(end.state()).isEqualTo(LogEntry.CallState.ANSWERED))
                .satisfies(end -> assertThat(end.cost()).isEqualTo(PAID));
        assertThat(result.counts().calls().spent()).isEqualTo(PAID);
        assertThat(pipeline.summary().calls().cost()).isEqualTo(PAID);
        assertThat(findings()).isEmpty();
    }

    @Test
    void aCallThatIsToBeSentAgainIsNotSentAfterItsJoin() throws Exception {
        var failed = new CountDownLatch(1);
        pipeline.landscape().breakAt(opening(failed, LogEntry.CallEnded.class::isInstance));
        var wire = new ScriptedWire((_, _) -> ScriptedWire.status(500));

        RunResult result = firstOf("ask", "b")
                .transform(
                        "ask",
                        new CallingTransform(),
                        "done",
                        Map.of("retry", Map.of("max_attempts", 9, "initial_delay", "3s")),
                        Capability.CALLS_OUT)
                .transform("b", waitingFor(failed), "done", Map.of())
                .node("done", "join", Map.of("policy", "any"))
                .sink("output", output)
                .wire(wire)
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(ONE_CUT_OFF);
        assertThat(wire.sent()).hasSize(1);
        assertThat(findings()).isEmpty();
    }

    @Test
    void aCallThatWaitsForAJobIsNotSentAfterItsJoin() throws Exception {
        var parked = new CountDownLatch(1);
        pipeline.landscape().breakAt(opening(parked, LogEntry.CallParked.class::isInstance));

        RunResult result = firstOf("ask", "b")
                .transform(
                        "ask",
                        new BatchedAsking(new CallingTransform()),
                        "done",
                        PipelineRunParkingTest.BATCH,
                        PipelineRunParkingTest.CALLS)
                .transform("b", waitingFor(parked), "done", Map.of())
                .node("done", "join", Map.of("policy", "any"))
                .sink("output", output)
                .wire(new ScriptedWire((body, _) -> PipelineRunParkingTest.echo(body)))
                .batches(PipelineRunParkingTest.echoing())
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(result.counts().outcomes()).isEqualTo(ONE_CUT_OFF);
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class)).isEmpty();
        assertThat(findings()).isEmpty();
    }

    /// The job of the other branch is settled when the row has left.
    @Test
    void theCostOfAnAnswerInAJobIsRecordedAfterItsRowHasLeft() throws Exception {
        var left = new CountDownLatch(1);
        pipeline.landscape().breakAt(entry -> {
            if (OUTCOME.test(entry)) {
                left.countDown();
            } else if (entry instanceof LogEntry.CallEnded end && end.job().getAsLong() == 2) {
                awaitQuietly(left);
            }
            return false;
        });
        var asking = new BatchedAsking(new CallingTransform(1, PAID, false));

        RunResult result = firstOf("one", "two")
                .transform("one", asking, "done", PipelineRunParkingTest.BATCH, PipelineRunParkingTest.CALLS)
                .transform("two", asking, "done", PipelineRunParkingTest.BATCH, PipelineRunParkingTest.CALLS)
                .node("done", "join", Map.of("policy", "any"))
                .sink("output", output)
                .wire(new ScriptedWire((body, _) -> PipelineRunParkingTest.echo(body)))
                .batches(PipelineRunParkingTest.echoing().jobsOf(1))
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(result.counts().outcomes()).isEqualTo(ONE_CUT_OFF);
        assertThat(pipeline.landscape().entries(LogEntry.CallEnded.class))
                .hasSize(2)
                .allSatisfy(end -> assertThat(end.state()).isEqualTo(LogEntry.CallState.ANSWERED));
        assertThat(result.counts().calls().spent()).isEqualTo(PAID);
        assertThat(findings()).isEmpty();
    }
}
