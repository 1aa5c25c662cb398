package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.lost;
import static dev.rowan.engine.run.ScriptedWire.reply;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.purge.Purge;
import dev.rowan.landscape.purge.PurgeSelection;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.testkit.FakeTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Equal calls of a node that share an answer, by the real engine and record.
@Timeout(180)
class SharedAnswersTest {
    private static final Usd PRICE = new Usd(7);
    private static final Map<String, ?> ONCE = Map.of("delivery", "at_most_once", "pool_size", 8);

    @TempDir
    private Path folder;

    private final ListSink output = new ListSink();
    private TestPipeline pipeline;

    @BeforeEach
    void open() {
        pipeline = new TestPipeline(folder);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    static Source rows(List<Integer> numbers) {
        var items = new ArrayList<Source.Item>();
        for (int i = 0; i < numbers.size(); i++) {
            items.add(new Source.Item.Record("record " + i, Row.of("n", numbers.get(i)), Optional.empty()));
        }
        return ListSource.of(items);
    }

    static WireReply echo(String body) {
        return reply(200, "re " + body, Headers.of("cost", "5"));
    }

    private TestPipeline asking(List<Integer> numbers, RowTransform ask, Map<String, ?> options, ScriptedWire wire) {
        return pipeline.source(rows(numbers))
                .transform("ask", ask, options, Capability.CALLS_OUT)
                .sink("output", output)
                .with("window", 8)
                .wire(wire);
    }

    private List<Finding> broken(String run) {
        try (var check = ChainCheck.open("sqlite:rowan.db", folder)) {
            return check.verify(run, VerifyInputs.itself()).findings();
        }
    }

    private static List<String> expected(List<Integer> numbers) {
        return numbers.stream().map(n -> "[re {\"n\":" + n + ",\"q\":1}]").toList();
    }

    private List<String> answers() {
        return output.rows().stream()
                .map(row -> String.valueOf(row.get("answers")))
                .toList();
    }

    private static List<Integer> cycle(int rows, int distinct) {
        return IntStream.range(0, rows).mapToObj(i -> i % distinct).toList();
    }

    @Test
    void equalRequestsAreSentOnceAndPaidOnce() throws Exception {
        List<Integer> numbers = cycle(200, 3);
        var wire = new ScriptedWire((body, _) -> echo(body));
        RunResult result = asking(numbers, new CallingTransform(1, PRICE, false).sharing(), Map.of(), wire)
                .run();

        assertThat(wire.sent()).hasSize(3).doesNotHaveDuplicates();
        assertThat(answers()).isEqualTo(expected(numbers));
        CallTotals totals = pipeline.summary().calls();
        assertThat(totals.calls()).isEqualTo(3);
        assertThat(totals.shared()).isEqualTo(197);
        assertThat(totals.reused()).isZero();
        assertThat(totals.cost().pico()).isEqualTo(15);
        assertThat(totals.saved().pico()).isEqualTo(197 * 5);
        assertThat(result.counts().calls().shared()).isEqualTo(197);
        assertThat(result.counts().calls().saved()).isEqualTo(totals.saved());
        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class)).hasSize(3);
        assertThat(broken(result.runId())).isEmpty();
        CallHistory.Reused shared = pipeline.story(150)
                .visits()
                .getLast()
                .calls()
                .getFirst()
                .reused()
                .orElseThrow();
        assertThat(shared.cited().runId()).isEqualTo(result.runId());
        assertThat(shared.answer().shared()).isTrue();
        assertThat(shared.answer().cost()).contains(new Usd(5));
    }

    @Test
    void withoutSharingEachIsSent() throws Exception {
        var wire = new ScriptedWire((body, _) -> echo(body));
        asking(cycle(9, 3), new CallingTransform(1, PRICE, false), Map.of(), wire)
                .run();

        assertThat(wire.sent()).hasSize(9);
    }

    @Test
    void callsThatAreSentTogetherShareToo() throws Exception {
        var wire = new ScriptedWire((body, _) -> echo(body));
        RunResult result = asking(
                        cycle(60, 4), new CallingTransform(3, PRICE, false).sharing(), Map.of("pool_size", 4), wire)
                .run();

        assertThat(wire.sent()).hasSize(12).doesNotHaveDuplicates();
        assertThat(output.rows()).hasSize(60);
        assertThat(result.counts().calls().shared()).isEqualTo(60 * 3 - 12);
        assertThat(broken(result.runId())).isEmpty();
    }

    /// The leader is in back-off for an hour of a clock that stands still until all others have ended.
    @Test
    void aThousandFollowersOfALeaderInBackoffHoldNothing() throws Exception {
        var time = new FakeTime();
        List<Integer> numbers = IntStream.rangeClosed(1, 1_200)
                .mapToObj(i -> i <= 1_001 ? 0 : i)
                .toList();
        var wire =
                new ScriptedWire((body, before) -> body.contains("\"n\":0,") && before == 0 ? status(500) : echo(body));
        var retry = Map.of("retry", Map.of("max_attempts", 3, "initial_delay", "1h", "max_delay", "1h"));
        PipelineRun run = asking(numbers, new CallingTransform(1, PRICE, false).sharing(), retry, wire)
                .at(time)
                .with("order", "none")
                .assemble();
        try (var started = new StartedRun(run)) {
            output.awaitWritten(199);
            assertThat(output.written())
                    .extracting(row -> String.valueOf(row.get("answers")))
                    .noneMatch(answer -> answer.contains("\"n\":0,"));
            awaitParked(run, 1_000);
            assertThat(wire.sent()).hasSize(200);
            while (output.rows().size() < 1_200) {
                time.advance(Duration.ofMinutes(30));
                Thread.onSpinWait();
            }
            RunResult result = started.result();

            assertThat(wire.sent()).hasSize(201);
            assertThat(result.peakInFlight()).isLessThanOrEqualTo(8);
            assertThat(result.counts().calls().shared()).isEqualTo(1_000);
            assertThat(broken(result.runId())).isEmpty();
        }
    }

    /// Rows are parked by their own threads, which may be slow.
    private static void awaitParked(PipelineRun run, long rows) {
        while (run.parkedRows() < rows) {
            Thread.onSpinWait();
        }
        assertThat(run.parkedRows()).isEqualTo(rows);
    }

    @Test
    void afterThreeLostLeadersTheOthersAreIndeterminateWithoutBeingSent() throws Exception {
        var wire = new ScriptedWire((_, _) -> lost());
        RunResult result = asking(cycle(20, 1), new CallingTransform(1, PRICE, false).sharing(), ONCE, wire)
                .run();

        assertThat(wire.sent()).hasSize(3);
        assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.INDETERMINATE, 20L));
        assertThat(broken(result.runId())).isEmpty();
    }

    @Test
    void afterALostLeaderTheNextOneLeads() throws Exception {
        var wire = new ScriptedWire((body, before) -> before == 0 ? lost() : echo(body));
        RunResult result = asking(cycle(20, 1), new CallingTransform(1, PRICE, false).sharing(), ONCE, wire)
                .run();

        assertThat(wire.sent()).hasSize(2);
        assertThat(result.counts().outcomes())
                .containsOnly(Map.entry(Outcome.INDETERMINATE, 1L), Map.entry(Outcome.COMPLETED, 19L));
        assertThat(result.counts().calls().shared()).isEqualTo(18);
        assertThat(broken(result.runId())).isEmpty();
    }

    @Test
    void aRejectionIsNotShared() throws Exception {
        var wire = new ScriptedWire((_, _) -> status(413));
        RunResult result = asking(cycle(6, 1), new CallingTransform(1, PRICE, false).sharing(), Map.of(), wire)
                .run();

        assertThat(wire.sent()).hasSize(6);
        assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.FAILED, 6L));
        assertThat(broken(result.runId())).isEmpty();
    }

    /// One after another, the rows of a request that is always rejected would take a call's time each.
    @Test
    void rowsOfARejectedRequestAreSentTogether() throws Exception {
        var together = new CountDownLatch(4);
        var wire = new ScriptedWire((_, before) -> {
            try {
                if (before > 2) {
                    together.countDown();
                    together.await();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return status(413);
        });
        RunResult result = asking(
                        cycle(16, 1), new CallingTransform(1, PRICE, false).sharing(), Map.of("pool_size", 8), wire)
                .run();

        assertThat(wire.sent()).hasSize(16);
        assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.FAILED, 16L));
        assertThat(broken(result.runId())).isEmpty();
    }

    @Test
    void anErrorWithASuccessStatusIsNotShared() throws Exception {
        var wire = new ScriptedWire(
                (body, before) -> before == 0 ? reply(200, "overloaded", Headers.of("overloaded", "yes")) : echo(body));
        RunResult result = asking(cycle(20, 1), new CallingTransform(1, PRICE, false).sharing(), Map.of(), wire)
                .run();

        assertThat(wire.sent()).hasSizeBetween(2, 3);
        assertThat(answers()).filteredOn("[overloaded]"::equals).hasSize(1);
        assertThat(result.counts().calls().shared()).isEqualTo(20 - wire.sent().size());
        assertThat(broken(result.runId())).isEmpty();
    }

    /// A run of equal rows that is killed when the answer has been taken three times.
    private String killed(ScriptedWire wire) throws Exception {
        var taken = new AtomicInteger();
        pipeline.landscape().breakAt(entry -> entry instanceof LogEntry.CallReused && taken.incrementAndGet() > 3);
        TestPipeline first = asking(cycle(20, 1), new CallingTransform(1, PRICE, false).sharing(), Map.of(), wire);
        assertThatThrownBy(first::run).isInstanceOf(RunDefect.class);
        String run = pipeline.summary().runId();
        pipeline.close();
        assertThat(wire.sent()).hasSize(1);
        return run;
    }

    /// The row whose call was sent first.
    private long leader() {
        return pipeline.landscape()
                .entries(LogEntry.CallIntended.class)
                .getFirst()
                .key()
                .rowSeq();
    }

    private RunResult resumed(String run, CallingTransform ask, ScriptedWire wire) throws Exception {
        pipeline = new TestPipeline(folder);
        return asking(cycle(20, 1), ask, Map.of(), wire)
                .startMode(new RunStartMode.Resumed(run, true))
                .run();
    }

    @Test
    void withAnotherKeyARequestIsSentOnceMore() throws Exception {
        var wire = new ScriptedWire((body, _) -> echo(body));
        String run = killed(wire);
        RunResult result =
                resumed(run, new CallingTransform(1, PRICE, false).sharing().withKey("another-key"), wire);

        assertThat(wire.sent()).hasSize(2);
        assertThat(answers()).isEqualTo(expected(cycle(20, 1)));
        assertThat(broken(result.runId())).isEmpty();
    }

    @Test
    void aDeletedAnswerIsAskedForOnceMore() throws Exception {
        var wire = new ScriptedWire((body, _) -> echo(body));
        String run = killed(wire);
        try (Purge purge = Purge.open("sqlite:rowan.db", folder, new FakeTime())) {
            var leader = new PurgeSelection.OneRow(run, leader());
            purge.plan(leader, true).forEach(plan -> purge.delete(plan, leader, "a test"));
        }
        resumed(run, new CallingTransform(1, PRICE, false).sharing(), wire);

        assertThat(wire.sent()).hasSize(2);
    }

    @Test
    void aStopLeavesFollowersWithoutOutcome() throws Exception {
        var onWire = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var wire = new ScriptedWire((body, _) -> {
            onWire.countDown();
            try {
                release.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return lost();
            }
            return echo(body);
        });
        PipelineRun run = asking(cycle(20, 1), new CallingTransform(1, PRICE, false).sharing(), Map.of(), wire)
                .assemble();
        try (var started = new StartedRun(run)) {
            onWire.await();
            awaitParked(run, 19);
            run.interrupt("a test");
            release.countDown();
            RunResult result = started.result();
            assertThat(result.counts().rowsEnded()).isLessThanOrEqualTo(1);
            assertThat(wire.sent()).hasSize(1);
            assertThat(broken(result.runId())).isEmpty();
        }
    }

    @Test
    void followersTakeNoLineOfABatch() throws Exception {
        List<Integer> numbers = cycle(50, 5);
        RunResult result = pipeline.source(rows(numbers))
                .transform(
                        "ask",
                        new BatchedAsking(new CallingTransform(1, PRICE, false).sharing()),
                        PipelineRunParkingTest.BATCH,
                        PipelineRunParkingTest.CALLS)
                .sink("output", output)
                .with("window", 8)
                .wire(new ScriptedWire((body, _) -> echo(body)))
                .batches(FakeBatches.Plan.answering((body, _) -> Optional.of(echo(body)))
                        .jobsOf(3))
                .run();

        assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class)).hasSize(5);
        assertThat(pipeline.landscape().entries(LogEntry.CallParked.class)).hasSize(5);
        assertThat(answers()).isEqualTo(expected(numbers));
        assertThat(result.counts().calls().shared()).isEqualTo(45);
        assertThat(broken(result.runId())) // the fake services settle their jobs without counts
                .extracting(Finding::invariant)
                .containsOnly("I13");
    }
}
