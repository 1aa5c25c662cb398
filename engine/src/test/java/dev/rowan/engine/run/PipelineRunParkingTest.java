package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.run.FakeBatches.Plan;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Rows whose calls go through batch services: how they are parked, woken and walked on, by the real engine
/// and record.
@Tag("slow")
class PipelineRunParkingTest extends EngineTest {
    static final Map<String, Object> BATCH = Map.of("mode", "batch");
    static final Capability[] CALLS = {Capability.CALLS_OUT, Capability.BATCHES};

    static Plan echoing() {
        return Plan.answering((body, _) -> Optional.of(echo(body)));
    }

    static WireReply echo(String body) {
        return ok("re " + body);
    }

    private static Row answered(int n, int... queries) {
        var answers = new ArrayList<String>();
        for (int q : queries) {
            answers.add("re {\"n\":" + n + ",\"q\":" + q + "}");
        }
        return Row.of("n", n).with("answers", answers);
    }

    private TestPipeline asking(int rows, RowTransform transform, Map<String, ?> options) {
        return pipeline.source(ListSource.counting(rows))
                .transform("ask", new BatchedAsking(transform), options, CALLS)
                .sink("output", output)
                .wire(new ScriptedWire((body, _) -> echo(body)));
    }

    private List<Long> order() {
        return output.rows().stream()
                .map(row -> Long.valueOf(String.valueOf(row.get("n"))))
                .toList();
    }

    @Test
    void parkedRowsAreReleasedInInputOrderAndHoldNoWindowSlot() throws Exception {
        RunResult result = asking(50, new CallingTransform(), BATCH)
                .with("window", 4)
                .batches(echoing().jobsOf(7))
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(output.rows()).hasSize(50).first().isEqualTo(answered(1, 1));
        assertThat(order()).isSorted();
        assertThat(result.peakInFlight()).isLessThanOrEqualTo(4);
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class)).hasSize(50);
        assertAddsUp(result, pipeline.summary());
        assertThat(result.counts().parked()).isZero();
    }

    @Test
    void parkedRowsBlockNoOthersWithOrderNone() throws Exception {
        RunResult result = asking(9, new CallingTransform(), BATCH)
                .with("order", "none")
                .with("window", 1)
                .batches(echoing().taking(row -> row % 2 == 1))
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(order()).containsExactly(2L, 4L, 6L, 8L, 1L, 3L, 5L, 7L, 9L);
    }

    @Test
    void aRowWithCallsInTwoJobsResumesWhenBothAreAnswered() throws Exception {
        RunResult result = asking(3, new CallingTransform(3, new Usd(1_000), false), BATCH)
                .batches(echoing().jobsOf(2))
                .run();

        assertThat(output.rows()).containsExactly(answered(1, 1, 2, 3), answered(2, 1, 2, 3), answered(3, 1, 2, 3));
        assertThat(pipeline.landscape().entries(LogEntry.CallParked.class)).hasSize(9);
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class))
                .hasSize(9)
                .allMatch(intent -> intent.worst().equals(new Usd(500)));
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void resubmitsAnExpiredOrRejectedCallInTheNextJob() throws Exception {
        asking(2, new CallingTransform(), BATCH)
                .batches(Plan.answering((body, before) -> switch (before) {
                    case 0 -> Optional.empty();
                    case 1 -> Optional.of(status(500));
                    default -> Optional.of(echo(body));
                }))
                .run();

        assertThat(output.rows()).containsExactly(answered(1, 1), answered(2, 1));
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class))
                .extracting(LogEntry.CallIntended::attempt)
                .containsExactly(1, 1, 2, 2, 3, 3);
        assertThat(pipeline.story(1).visits()).hasSize(1);
    }

    @Test
    void aCallThatIsNeverCarriedOutFailsItsRowAfterAllItsTries() throws Exception {
        RunResult result = asking(
                        1, new CallingTransform(), Map.of("mode", "batch", "retry", Map.of("max_attempts", 2)))
                .batches(Plan.answering((_, _) -> Optional.empty()))
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, 1));
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class)).hasSize(2);
        assertThat(pipeline.landscape().entries(LogEntry.StateClosed.class).toString())
                .contains("retry.max_attempts")
                .contains("did not carry it out");
    }

    @Test
    void aPermanentRejectionFailsItsRowWithTheProvidersMessage() throws Exception {
        RunResult result = asking(
                        1, new CallingTransform(), Map.of("mode", "batch", "retry", Map.of("max_attempts", 2)))
                .batches(Plan.answering((_, _) -> Optional.of(status(500))))
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, 1));
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class)).hasSize(2);
        assertThat(pipeline.landscape().entries(LogEntry.StateClosed.class).toString())
                .contains("the service says no");
    }

    @Test
    void theTokensOfASplitRowParkAndResumeIndependently() throws Exception {
        var seen = new CopyOnWriteArrayList<String>();
        RowTransform split =
                (row, _) -> TransformResult.successMulti(List.of(row.with("p", 0), row.with("p", 1), row.with("p", 2)));
        RowTransform some = (row, context) -> {
            if (String.valueOf(row.get("p")).equals("1")) {
                return TransformResult.success(row);
            }
            return new CallingTransform().process(row, context);
        };
        RowTransform after = (row, context) -> {
            seen.add("r" + context.token().rowSeq() + "." + context.token().part());
            return TransformResult.success(row);
        };
        RunResult result = pipeline.source(ListSource.counting(2))
                .transform("split", split, Map.of(), Capability.CREATES_TOKENS)
                .transform("ask", new BatchedAsking(some), BATCH, CALLS)
                .transform("after", after)
                .sink("output", output)
                .batches(echoing().jobsOf(1))
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, 6));
        assertThat(seen.subList(0, 2)).containsExactlyInAnyOrder("r1.1", "r2.1");
        assertThat(seen).hasSize(6).doesNotHaveDuplicates();
        assertThat(output.rows())
                .extracting(row -> row.get("n") + "." + row.get("p"))
                .containsExactly("1.0", "1.1", "1.2", "2.0", "2.1", "2.2");
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void batchAndRealTimeNodesFollowOneAnother() throws Exception {
        var wire = new ScriptedWire((body, _) -> echo(body));
        RunResult result = asking(20, new CallingTransform(), BATCH)
                .transform("safety", new CallingTransform(), Map.of(), Capability.CALLS_OUT)
                .transform("again", new BatchedAsking(new CallingTransform(2, Usd.ZERO, false)), BATCH, CALLS)
                .with("window", 3)
                .wire(wire)
                .batches(echoing().jobsOf(6))
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, 20));
        assertThat(order()).isSorted();
        assertThat(wire.sent()).hasSize(20);
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class)).hasSize(20 + 20 + 40);
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void nodeStatesAreThoseOfARunInRealTime() throws Exception {
        FakeBatches.Answers answers = (body, _) -> Optional.of(body.contains("\"n\":3") ? status(400) : echo(body));
        var states = new ArrayList<List<Object>>();
        for (String mode : List.of("batch", "realtime")) {
            try (var each = new TestPipeline(java.nio.file.Files.createDirectory(folder.resolve(mode)))) {
                var rows = new ListSink();
                each.source(ListSource.counting(12))
                        .transform("first", (RowTransform) (row, _) -> TransformResult.success(row.with("a", 1)))
                        .transform(
                                "ask",
                                new BatchedAsking(new CallingTransform(2, Usd.ZERO, false)),
                                Map.of("mode", mode),
                                CALLS)
                        .transform("last", (RowTransform) (row, _) -> TransformResult.success(row.with("b", 2)))
                        .sink("output", rows)
                        .wire(new ScriptedWire(
                                (body, before) -> answers.to(body, before).orElseThrow()))
                        .batches(Plan.answering(answers).jobsOf(5))
                        .run();
                var told = new ArrayList<Object>(rows.rows());
                each.landscape().entries(LogEntry.StateClosed.class).stream()
                        .sorted(Comparator.comparing(state -> state.key().toString()))
                        .forEach(state -> told.add(List.of(state.key(), state.result())));
                states.add(told);
                assertThat(each.landscape().entries(LogEntry.StateOpened.class)).isEmpty();
            }
        }
        assertThat(states.getFirst()).hasSizeGreaterThan(40).isEqualTo(states.getLast());
    }

    @Test
    void aRowWokenBeforeItsThreadEndedRunsAgain() throws Exception {
        RunResult result = asking(40, new CallingTransform(2, Usd.ZERO, false), BATCH)
                .with("window", 8)
                .batches(echoing().settlingInPark())
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, 40));
        assertThat(output.rows().getFirst()).isEqualTo(answered(1, 1, 2));
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class)).hasSize(80);
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void aTransformThatSwallowsTheSignOfParkingDoesNotEndItsRow() throws Exception {
        RowTransform careless = (row, context) -> {
            try {
                return new CallingTransform().process(row, context);
            } catch (RuntimeException broken) {
                return TransformResult.success(row.with("answers", "none"));
            }
        };
        asking(2, careless, BATCH).batches(echoing()).run();

        assertThat(output.rows()).containsExactly(answered(1, 1), answered(2, 1));
    }

    @Test
    void whatTheLaneDoesNotTakeIsSentInRealTime() throws Exception {
        var wire = new ScriptedWire((body, _) -> echo(body));
        asking(6, new CallingTransform(2, Usd.ZERO, false), BATCH)
                .wire(wire)
                .batches(echoing().taking(row -> row > 2))
                .run();

        assertThat(order()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(wire.sent()).hasSize(4);
        assertThat(pipeline.landscape().entries(LogEntry.CallParked.class)).hasSize(8);
    }

    /// The first row waits, and no more than ten may wait behind it: the reader stops there, and jobs go out
    /// all the same.
    @Test
    void aReaderThatIsHeldUpByParkedRowsLetsJobsGoOut() throws Exception {
        RunResult result = asking(95, new CallingTransform(), BATCH)
                .with("window", 4)
                .maxHeld(10)
                .batches(echoing())
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, 95));
        assertThat(order()).isSorted();
        assertThat(pipeline.landscape().entries(LogEntry.BatchStepped.class)).hasSizeGreaterThanOrEqualTo(2 * 10);
    }

    @Test
    void withoutOrderAReaderIsNotHeldUpByParkedRows() throws Exception {
        RunResult result = asking(95, new CallingTransform(), BATCH)
                .with("window", 4)
                .with("order", "none")
                .maxHeld(10)
                .batches(echoing())
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, 95));
        assertThat(pipeline.landscape().entries(LogEntry.BatchStepped.class)).hasSize(2);
    }

    @Test
    void resubmitsACallInTheNextJob() throws Exception {
        RowTransform twice = (row, context) -> {
            TransformResult first = new CallingTransform().process(row, context);
            return first instanceof TransformResult.Success(var answered)
                            && String.valueOf(answered.get("answers")).contains("bad")
                    ? new CallingTransform().process(row.with("n", "\"again\""), context)
                    : first;
        };
        asking(3, twice, BATCH)
                .batches(Plan.answering((body, _) -> Optional.of(body.contains("\"n\":2,") ? ok("bad") : echo(body))))
                .run();

        assertThat(output.rows()).hasSize(3).element(1).asString().contains("again");
        assertThat(pipeline.landscape().entries(LogEntry.BatchStepped.class)).hasSize(4);
        assertThat(pipeline.story(2).visits()).hasSize(1);
    }
}
