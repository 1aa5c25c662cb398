package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.VerifyInputs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a run that continues another pays for: only what failed there.
@Timeout(180)
class RetryReuseTest {
    private static final Usd PRICE = new Usd(7);

    private final ListSink output = new ListSink();

    @TempDir
    private Path folder;

    private final ScriptedWire before =
            new ScriptedWire((body, _) -> body.contains("\"q\":2") ? status(400) : ok("first " + body));
    private final ScriptedWire after = new ScriptedWire((body, _) -> ok("second " + body));

    private String first = "";

    /// Two rows pass the first node and are refused by the second, which asks two questions.
    @BeforeEach
    void fail() throws Exception {
        try (var pipeline = new TestPipeline(folder)) {
            shape(UnaryOperator.identity()).accept(pipeline.wire(before));
            RunResult result = pipeline.run();
            assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.FAILED, 2L));
            first = result.runId();
        }
    }

    /// `change` is made to rows before the first node.
    private Consumer<TestPipeline> shape(UnaryOperator<Row> change) {
        var one = new CallingTransform(1, PRICE, false);
        var two = new CallingTransform(2, PRICE, false);
        RowTransform changed = (row, _) -> TransformResult.success(change.apply(row));
        RowTransform renamed =
                (row, _) -> TransformResult.success(Row.of("n", row.get("n")).with("read", row.get("answers")));
        return pipeline -> pipeline.source(ListSource.counting(2))
                .transform("change", changed)
                .transform("one", one, Map.of(), Capability.CALLS_OUT)
                .transform("rename", renamed)
                .transform("two", two, Map.of("pool_size", 4), Capability.CALLS_OUT)
                .sink("output", output);
    }

    private TestPipeline retry(TestPipeline pipeline, String run) {
        shape(UnaryOperator.identity()).accept(pipeline);
        return pipeline.startMode(new RunStartMode.Retried(run, Set.of(Outcome.FAILED)));
    }

    private List<Finding> broken(String run) {
        try (var check = ChainCheck.open("sqlite:rowan.db", folder)) {
            return check.verify(run, VerifyInputs.itself()).findings();
        }
    }

    @Test
    void answersOfNodesThatTheRowPassedAreTakenFromTheRecord() throws Exception {
        try (var pipeline = new TestPipeline(folder)) {
            RunResult result = retry(pipeline.wire(after), first).run();

            assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 2L));
            assertThat(after.sent())
                    .containsExactlyInAnyOrder(
                            "{\"n\":1,\"q\":1}", "{\"n\":1,\"q\":2}", "{\"n\":2,\"q\":1}", "{\"n\":2,\"q\":2}");
            assertThat(output.rows())
                    .extracting(row -> row.get("read"))
                    .containsExactly(List.of("first {\"n\":1,\"q\":1}"), List.of("first {\"n\":2,\"q\":1}"));
            assertThat(result.counts().calls().reused()).isEqualTo(2);
            CallTotals totals = pipeline.summary().calls();
            assertThat(totals.reused()).isEqualTo(2);
            assertThat(totals.calls()).isEqualTo(4);
            assertThat(reused(pipeline, 1)).containsExactly(first + " r1 node 1");
            assertThat(broken(result.runId())).isEmpty();
        }
    }

    /// The run and the call that each reused call of the row cites.
    private static List<String> reused(TestPipeline pipeline, long row) {
        return pipeline.story(row).visits().stream()
                .flatMap(visit -> visit.calls().stream())
                .flatMap(call -> call.reused().stream())
                .map(CallHistory.Reused::cited)
                .map(cited -> cited.runId() + " r" + cited.key().rowSeq() + " node "
                        + cited.key().node())
                .toList();
    }

    @Test
    void aRetryOfARetryCitesTheCallThatWasAnswered() throws Exception {
        String second;
        try (var pipeline = new TestPipeline(folder)) {
            second = retry(pipeline.wire(before), first).run().runId();
        }
        int paid = before.sent().size();
        try (var pipeline = new TestPipeline(folder)) {
            RunResult result = retry(pipeline.wire(after), second).run();

            assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 2L));
            assertThat(paid).isEqualTo(10); // 2 x (1 + 2), then 2 x 2
            assertThat(reused(pipeline, 2)).containsExactly(first + " r2 node 1");
            assertThat(broken(second)).isEmpty();
            assertThat(broken(result.runId())).isEmpty();
        }
    }

    @Test
    void anotherRequestIsSent() throws Exception {
        try (var pipeline = new TestPipeline(folder)) {
            shape(row -> row.with("n", 100)).accept(pipeline.wire(after));
            RunResult result = pipeline.startMode(new RunStartMode.Retried(first, Set.of(Outcome.FAILED)))
                    .run();

            assertThat(result.counts().calls().reused()).isZero();
            assertThat(after.sent()).hasSize(6);
        }
    }

    @Test
    void aKilledRetryNeitherPaysNorReusesAnAnswerTwice() throws Exception {
        String second;
        try (var pipeline = new TestPipeline(folder)) {
            retry(pipeline.wire(after), first);
            pipeline.landscape().breakAt(LogEntry.CallIntended.class::isInstance);
            assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class);
            second = pipeline.summary().runId();
        }
        try (var pipeline = new TestPipeline(folder)) {
            shape(UnaryOperator.identity()).accept(pipeline.wire(after));
            RunResult result =
                    pipeline.startMode(new RunStartMode.Resumed(second, false)).run();

            assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 2L));
            assertThat(after.sent()).hasSize(4);
            assertThat(pipeline.summary().calls().reused()).isEqualTo(2);
            assertThat(broken(second)).isEmpty();
        }
    }
}
