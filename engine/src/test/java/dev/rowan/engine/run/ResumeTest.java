package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.lost;
import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run whose landscape takes no more records from some point on, as when its process is killed there, and what the
/// next one makes of it.
@Timeout(180)
class ResumeTest {
    private static final Predicate<LogEntry> CALL_END = LogEntry.CallEnded.class::isInstance;
    private static final Predicate<LogEntry> OUTCOME = LogEntry.OutcomeReached.class::isInstance;

    private static final Map<String, ?> QUICKLY =
            Map.of("retry", Map.of("max_attempts", 3, "initial_delay", "1ms", "max_delay", "1ms"));

    private final ListSink output = new ListSink();
    private final ListSink bad = new ListSink();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    /// The end of a visit to a node.
    private static Predicate<LogEntry> visit(int node, int part, int attempt) {
        return entry -> entry instanceof LogEntry.StateClosed closed
                && closed.key().node() == node
                && closed.key().part() == part
                && closed.key().attempt() == attempt;
    }

    /// Starts a run that dies at a record.
    private String killed(Predicate<LogEntry> at, Consumer<TestPipeline> shape) {
        try (var pipeline = new TestPipeline(folder)) {
            shape.accept(pipeline);
            pipeline.landscape().breakAt(at);
            assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class);
            return pipeline.summary().runId();
        }
    }

    private RunResult resumed(String run, Consumer<TestPipeline> shape) throws IOException, InterruptedException {
        try (var pipeline = new TestPipeline(folder)) {
            shape.accept(pipeline);
            return pipeline.startMode(new RunStartMode.Resumed(run, false)).run();
        }
    }

    /// Goes on with a run and dies at a record too.
    private void killedAgain(String run, Predicate<LogEntry> at, Consumer<TestPipeline> shape) {
        try (var pipeline = new TestPipeline(folder)) {
            shape.accept(pipeline);
            pipeline.landscape().breakAt(at);
            pipeline.startMode(new RunStartMode.Resumed(run, false));
            assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class);
        }
    }

    private RowHistory story(long row) {
        try (var pipeline = new TestPipeline(folder)) {
            return pipeline.story(row);
        }
    }

    private List<String> visits(long row) {
        return story(row).visits().stream()
                .map(visit -> visit.nodeName() + " " + visit.part() + "." + visit.attempt() + " " + visit.status())
                .toList();
    }

    /// Each attempt of the row's calls: generation, number and state.
    private List<String> attempts(long row) {
        var attempts = new ArrayList<String>();
        for (RowHistory.Visit visit : story(row).visits()) {
            for (CallHistory call : visit.calls()) {
                call.attempts()
                        .forEach(attempt -> attempts.add(call.key().generation() + "/" + attempt.number() + " "
                                + attempt.end().map(end -> end.state().word()).orElse("open")));
            }
        }
        return attempts;
    }

    private RowTransform passing(String name) {
        return (row, context) -> {
            seen.add(name + " " + row.get("n") + "." + context.token().part());
            return TransformResult.success(row.with(name, true));
        };
    }

    @Test
    void resumesATokenAtItsNode() throws Exception {
        Consumer<TestPipeline> shape = pipeline -> pipeline.source(ListSource.counting(1))
                .transform("first", passing("first"))
                .transform("second", passing("second"))
                .sink("output", output);
        String run = killed(visit(1, 0, 1), shape);

        assertThat(resumed(run, shape).counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 1L));
        assertThat(seen).containsExactly("first 1.0", "second 1.0", "second 1.0");
        assertThat(visits(1)).containsExactly("first 0.1 completed", "second 0.1 completed");
        assertThat(output.rows())
                .containsExactly(Row.of("n", 1).with("first", true).with("second", true));
    }

    @Test
    void resumesEachPartOfASplitRowAtItsNode() throws Exception {
        RowTransform split = (row, _) -> {
            seen.add("split");
            return TransformResult.successMulti(List.of(row.with("p", 0), row.with("p", 1), row.with("p", 2)));
        };
        Consumer<TestPipeline> shape = pipeline -> pipeline.source(ListSource.counting(1))
                .transform("split", split, Map.of(), Capability.CREATES_TOKENS)
                .transform("after", passing("after"))
                .sink("output", output);
        String run = killed(visit(1, 1, 1), shape);

        assertThat(resumed(run, shape).counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 3L));
        assertThat(seen).containsExactly("split", "after 1.0", "after 1.1", "after 1.1", "after 1.2");
        assertThat(output.rows()).extracting(row -> row.get("p")).containsExactly(0L, 1L, 2L);
        assertThat(story(1).ends()).extracting(RowHistory.End::part).containsExactly(0, 1, 2);
    }

    private Consumer<TestPipeline> failing(boolean mayPass) {
        RowTransform refusing = (_, context) -> {
            seen.add("visit " + context.attempt());
            Reason reason = Reason.of("no", "not today");
            return TransformResult.error(mayPass ? reason.asRetryable() : reason);
        };
        return pipeline -> pipeline.source(ListSource.counting(1))
                .transform(
                        "refusing",
                        refusing,
                        Map.of("retry", Map.of("max_attempts", 3, "initial_delay", "1ms", "max_delay", "1ms")))
                .sink("output", output);
    }

    @Test
    void aVisitThatFailedForGoodIsNotRepeated() throws Exception {
        String run = killed(OUTCOME, failing(false));

        assertThat(resumed(run, failing(false)).counts().outcomes()).containsOnly(Map.entry(Outcome.FAILED, 1L));
        assertThat(seen).containsExactly("visit 1");
        assertThat(story(1).ends()).extracting(end -> end.reason().orElse("")).containsExactly("no");
    }

    @Test
    void visitsThatMayBeRepeatedAreCountedOn() throws Exception {
        String run = killed(visit(0, 0, 2), failing(true));

        assertThat(resumed(run, failing(true)).counts().outcomes()).containsOnly(Map.entry(Outcome.FAILED, 1L));
        assertThat(seen).containsExactly("visit 1", "visit 2", "visit 2", "visit 3");
        assertThat(visits(1)).containsExactly("refusing 0.1 failed", "refusing 0.2 failed", "refusing 0.3 failed");
    }

    @Test
    void visitsThatOurOwnStopsEndedUseUpNoAttempt() throws Exception {
        var begun = new AtomicInteger();
        RowTransform refusing = (row, context) -> {
            seen.add("visit " + context.attempt());
            return switch (begun.incrementAndGet()) {
                case 1, 2 -> throw new IllegalStateException("the process breaks");
                case 3, 4 -> TransformResult.error(Reason.of("no", "not today").asRetryable());
                default -> TransformResult.success(row);
            };
        };
        Consumer<TestPipeline> shape = pipeline -> pipeline.source(ListSource.counting(1))
                .transform(
                        "refusing",
                        refusing,
                        Map.of("retry", Map.of("max_attempts", 3, "initial_delay", "1ms", "max_delay", "1ms")))
                .sink("output", output);
        String run = killed(_ -> false, shape);
        killedAgain(run, _ -> false, shape);

        assertThat(resumed(run, shape).counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 1L));
        assertThat(seen).containsExactly("visit 1", "visit 2", "visit 3", "visit 4", "visit 5");
    }

    private Consumer<TestPipeline> asking(ScriptedWire wire, Map<String, ?> options) {
        return asking(wire, options, new CallingTransform());
    }

    private Consumer<TestPipeline> asking(ScriptedWire wire, Map<String, ?> options, CallingTransform transform) {
        return pipeline -> pipeline.source(ListSource.counting(1))
                .transform("ask", transform, options, Capability.CALLS_OUT)
                .sink("output", output)
                .wire(wire);
    }

    @Test
    void parsesARecordedAnswerWithoutSendingAgain() throws Exception {
        var wire = new ScriptedWire((_, _) -> ok("yes"));
        String run = killed(visit(0, 0, 1), asking(wire, Map.of()));

        assertThat(resumed(run, asking(wire, Map.of())).counts().outcomes())
                .containsOnly(Map.entry(Outcome.COMPLETED, 1L));
        assertThat(wire.sent()).hasSize(1);
        assertThat(attempts(1)).containsExactly("0/1 answered");
        assertThat(output.rows()).extracting(row -> row.get("answers")).containsExactly(List.of("yes"));
    }

    @Test
    void aPermanentlyRejectedCallIsSentOnceMoreSinceItsCauseMayBeFixed() throws Exception {
        var wire = new ScriptedWire((_, _) -> status(400));
        String run = killed(visit(0, 0, 1), asking(wire, Map.of()));

        assertThat(resumed(run, asking(wire, Map.of())).counts().outcomes())
                .containsOnly(Map.entry(Outcome.FAILED, 1L));
        assertThat(wire.sent()).hasSize(2);
        assertThat(attempts(1)).containsExactly("0/1 rejected", "0/2 rejected");
    }

    @Test
    void aCallThatFailedForTheMomentIsSentAgain() throws Exception {
        var wire = new ScriptedWire((_, before) -> before == 0 ? status(429) : ok("yes"));
        String run =
                killed(entry -> entry instanceof LogEntry.CallIntended i && i.attempt() == 2, asking(wire, Map.of()));
        resumed(run, asking(wire, Map.of()));

        assertThat(attempts(1)).containsExactly("0/1 rejected", "0/2 answered");
    }

    @Test
    void aCallWithoutAnEndIsUnknownAndSentAgain() throws Exception {
        var wire = new ScriptedWire((_, _) -> ok("yes"));
        String run = killed(CALL_END, asking(wire, Map.of()));

        assertThat(resumed(run, asking(wire, Map.of())).counts().outcomes())
                .containsOnly(Map.entry(Outcome.COMPLETED, 1L));
        assertThat(wire.sent()).hasSize(2);
        assertThat(attempts(1)).containsExactly("0/1 unknown", "0/2 answered");
    }

    @Test
    void aResumedRunCountsTheCallsAndCostsOfTheProcessesBeforeIt() throws Exception {
        var wire = new ScriptedWire((_, _) -> ok("yes"));
        var transform = new CallingTransform(1, new Usd(7), false);
        String run = killed(CALL_END, asking(wire, Map.of(), transform));

        CallStatistics.Snapshot calls =
                resumed(run, asking(wire, Map.of(), transform)).counts().calls();

        assertThat(List.of(calls.attempts(), calls.answered())).containsExactly(2L, 1L);
        assertThat(calls.cost().uncertain()).isPositive();
        try (var pipeline = new TestPipeline(folder)) {
            CallTotals recorded =
                    pipeline.landscape().reader().runs().summary(run).calls();
            assertThat(calls.cost()).isEqualTo(recorded.costs());
            assertThat(calls.attempts()).isEqualTo(recorded.allAttempts());
        }
    }

    @Test
    void theErrorOfARowCountsTheAttemptsOfItsCallsOverAllProcesses() throws Exception {
        var wire = new ScriptedWire((_, _) -> status(500));
        Consumer<TestPipeline> shape = asking(wire, withErrors(QUICKLY)).andThen(pipeline -> pipeline.sink("bad", bad));
        String run = killed(OUTCOME, shape);
        resumed(run, shape);

        assertThat(attempts(1)).hasSize(3);
        assertThat(bad.rows().getLast().get("_error")).asString().contains("attempts=3");
    }

    private static Map<String, ?> withErrors(Map<String, ?> options) {
        var more = new HashMap<String, Object>(options);
        more.put("on_error", "bad");
        return more;
    }

    @Test
    void aCallWhoseProcessWasKilledAgainAndAgainIsStillSentAgain() throws Exception {
        var wire = new ScriptedWire((_, _) -> ok("yes"));
        Map<String, ?> strict = Map.of("max_unknown_resends", 0, "retry", Map.of("max_attempts", 1));
        String run = killed(CALL_END, asking(wire, strict));
        for (int kill = 2; kill <= 12; kill++) {
            killedAgain(run, CALL_END, asking(wire, strict));
        }

        assertThat(resumed(run, asking(wire, strict)).counts().outcomes())
                .containsOnly(Map.entry(Outcome.COMPLETED, 1L));
        assertThat(wire.sent()).hasSize(13);
        assertThat(attempts(1)).hasSize(13).endsWith("0/12 unknown", "0/13 answered");
    }

    @Test
    void aCallLostMoreThanMaxUnknownResendsIsIndeterminate() throws Exception {
        var wire = new ScriptedWire((_, before) -> before < 3 ? lost() : ok("yes"));
        String run = killed(CALL_END, asking(wire, QUICKLY));
        killedAgain(run, visit(0, 0, 1), asking(wire, QUICKLY));

        assertThat(resumed(run, asking(wire, QUICKLY)).counts().outcomes())
                .containsOnly(Map.entry(Outcome.INDETERMINATE, 1L));
        assertThat(wire.sent()).hasSize(3);
        assertThat(attempts(1)).containsExactly("0/1 unknown", "0/2 unknown", "0/3 unknown");
        assertThat(story(1).ends()).extracting(end -> end.reason().orElse("")).containsExactly("indeterminate");
    }

    @Test
    void aLostAtMostOnceCallIsIndeterminate() throws Exception {
        var wire = new ScriptedWire((_, _) -> ok("yes"));
        Map<String, ?> once = Map.of("delivery", "at_most_once");
        String run = killed(CALL_END, asking(wire, once));

        assertThat(resumed(run, asking(wire, once)).counts().outcomes())
                .containsOnly(Map.entry(Outcome.INDETERMINATE, 1L));
        assertThat(wire.sent()).hasSize(1);
        assertThat(attempts(1)).containsExactly("0/1 unknown");
    }

    @Test
    void aChangedRequestIsOfTheNextGeneration() throws Exception {
        var wire = new ScriptedWire((_, _) -> ok("yes"));
        String run = killed(visit(0, 0, 1), asking(wire, Map.of()));
        var other = new ScriptedWire((_, _) -> ok("no"));
        RowTransform renumbered =
                (row, context) -> new CallingTransform(1, Usd.ZERO, false).process(row.with("n", 100), context);
        RunResult result = resumed(
                run,
                pipeline -> pipeline.source(ListSource.counting(1))
                        .transform("ask", renumbered, Map.of(), Capability.CALLS_OUT)
                        .sink("output", output)
                        .wire(other));

        assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 1L));
        assertThat(attempts(1)).containsExactly("0/1 answered", "1/1 answered");
        assertThat(output.rows()).extracting(row -> row.get("answers")).containsExactly(List.of("no"));
    }

    private Consumer<TestPipeline> passing(String first, String second) {
        return pipeline -> pipeline.source(ListSource.counting(1))
                .transform(first, passing(first))
                .transform(second, passing(second))
                .sink("output", output);
    }

    private RunResult accepted(String run, Consumer<TestPipeline> shape) throws IOException, InterruptedException {
        try (var pipeline = new TestPipeline(folder)) {
            shape.accept(pipeline);
            return pipeline.startMode(new RunStartMode.Resumed(run, true)).run();
        }
    }

    @Test
    void aRowInTheMiddleOfTransformsThatWereMovedSkipsNone() throws Exception {
        String run = killed(visit(1, 0, 1), passing("check", "ask"));

        assertThatThrownBy(() -> accepted(run, passing("ask", "check")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("were added, removed or moved, and row 1 is in the middle of them");
        assertThat(seen).containsExactly("check 1.0", "ask 1.0");
        assertThat(resumed(run, passing("check", "ask")).counts().outcomes())
                .containsOnly(Map.entry(Outcome.COMPLETED, 1L));
    }

    @Test
    void aRowThatHasVisitedNothingMayPassOtherTransforms() throws Exception {
        String run = killed(visit(0, 0, 1), passing("check", "ask"));

        assertThat(accepted(run, passing("ask", "check")).counts().outcomes())
                .containsOnly(Map.entry(Outcome.COMPLETED, 1L));
        assertThat(seen).containsExactly("check 1.0", "ask 1.0", "check 1.0");
    }

    @Test
    void releasesEachRowOnceWithOrderNone() throws Exception {
        Consumer<TestPipeline> shape = pipeline -> pipeline.with("order", "none")
                .source(ListSource.counting(200))
                .transform("pass", passing("pass"))
                .sink("output", output);
        String run = killed(entry -> entry instanceof LogEntry.OutcomeReached o && o.rowSeq() == 150, shape);
        resumed(run, shape);

        assertThat(output.rows()).hasSize(200);
        assertThat(output.rows().stream().map(row -> row.get("n")).distinct()).hasSize(200);
    }

    @Test
    void aRecordThatCouldNotBeReadStaysOne() throws Exception {
        Consumer<TestPipeline> shape = pipeline -> pipeline.source(
                        ListSource.of(List.of(ListSource.unreadable(1), ListSource.numbered(2))),
                        Map.of("on_error", "bad"))
                .sink("output", output)
                .sink("bad", bad);
        String run = killed(OUTCOME, shape);

        assertThat(resumed(run, shape).counts().outcomes())
                .containsOnly(Map.entry(Outcome.QUARANTINED, 1L), Map.entry(Outcome.COMPLETED, 1L));
        assertThat(bad.rows()).hasSize(1);
    }

    @Test
    void aKilledRetryResumesWithTheRemainingRows() throws Exception {
        var failing = new ScriptedWire((_, _) -> status(400));
        Consumer<TestPipeline> shape = pipeline -> pipeline.with("window", 1)
                .source(ListSource.counting(5))
                .transform("ask", new CallingTransform(), Map.of(), Capability.CALLS_OUT)
                .sink("output", output);
        String first;
        try (var pipeline = new TestPipeline(folder).wire(failing)) {
            shape.accept(pipeline);
            first = pipeline.run().runId();
        }
        var wire = new ScriptedWire((_, _) -> ok("yes"));
        String second = killed(
                entry -> entry instanceof LogEntry.RowRead read && read.rowSeq() == 3,
                pipeline -> shape.accept(pipeline.startMode(new RunStartMode.Retried(first, Set.of(Outcome.FAILED)))
                        .wire(wire)));
        RunResult result = resumed(second, shape.andThen(pipeline -> pipeline.wire(wire)));

        assertThat(result.counts().outcomes()).containsOnly(Map.entry(Outcome.COMPLETED, 5L));
        assertThat(wire.sent()).hasSize(5);
        assertThat(output.rows()).extracting(row -> row.get("n")).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(attempts(4)).containsExactly("1/1 answered");
    }
}
