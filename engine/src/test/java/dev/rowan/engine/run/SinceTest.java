package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.report.HistoryReader;
import dev.rowan.engine.report.ModelDifference;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.engine.startup.SinceRun;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.purge.Purge;
import dev.rowan.landscape.purge.PurgeSelection;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Finding;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.testkit.FakeTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs that take the answers of an earlier run for unchanged requests.
@Timeout(180)
class SinceTest {
    private static final Usd PRICE = new Usd(7);

    @TempDir
    private Path folder;

    /// Every answer is another, so that it shows where it came from.
    private final AtomicInteger answers = new AtomicInteger();

    private volatile String model = "m-1";

    private final ScriptedWire wire = new ScriptedWire((_, _) -> ScriptedWire.reply(
            200, "answer " + answers.incrementAndGet(), Headers.of("cost", "5").with("model", model)));

    private TestPipeline asking(TestPipeline pipeline, List<Integer> numbers, CallingTransform ask, ListSink output) {
        return pipeline.source(SharedAnswersTest.rows(numbers))
                .transform("ask", ask, Map.of(), Capability.CALLS_OUT)
                .sink("output", output)
                .with("window", 1)
                .wire(wire);
    }

    private static CallingTransform asking() {
        return new CallingTransform(1, PRICE, false);
    }

    private String first(List<Integer> numbers) throws Exception {
        try (var pipeline = new TestPipeline(folder)) {
            return asking(pipeline, numbers, asking(), new ListSink()).run().runId();
        }
    }

    /// The answers of a run since another.
    private List<String> since(SinceRun run, List<Integer> numbers, CallingTransform ask) throws Exception {
        var output = new ListSink();
        try (var pipeline = new TestPipeline(folder)) {
            RunResult result = asking(pipeline, numbers, ask, output).since(run).run();
            assertThat(result.counts().outcomes()).containsOnlyKeys(Outcome.COMPLETED);
            assertThat(broken(result.runId())).isEmpty();
        }
        return output.rows().stream()
                .map(row -> String.valueOf(row.get("answers")))
                .toList();
    }

    private List<Finding> broken(String run) {
        try (var check = ChainCheck.open("sqlite:rowan.db", folder)) {
            return check.verify(run, VerifyInputs.itself()).findings();
        }
    }

    private static SinceRun of(String run) {
        return new SinceRun(run, Optional.empty(), false);
    }

    private CallTotals totals() {
        try (var pipeline = new TestPipeline(folder)) {
            return pipeline.summary().calls();
        }
    }

    @Test
    void onlyChangedRequestsAreSent() throws Exception {
        String run = first(IntStream.range(0, 300).boxed().toList());
        List<Integer> changed = IntStream.range(0, 300)
                .mapToObj(i -> i % 100 == 50 ? 1_000 + i : i)
                .toList();

        List<String> answered = since(of(run), changed, asking());

        assertThat(wire.sent()).hasSize(303);
        assertThat(answered.get(7)).isEqualTo("[answer 8]");
        assertThat(answered.get(50)).isEqualTo("[answer 301]");
        CallTotals totals = totals();
        assertThat(totals.calls()).isEqualTo(3);
        assertThat(totals.reused()).isEqualTo(297);
        assertThat(totals.cost().pico()).isEqualTo(15);
        assertThat(totals.saved().pico()).isEqualTo(297 * 5);
        try (var pipeline = new TestPipeline(folder)) {
            CallHistory.Reused reused = pipeline.story(8)
                    .visits()
                    .getFirst()
                    .calls()
                    .getFirst()
                    .reused()
                    .orElseThrow();
            assertThat(reused.cited().runId()).isEqualTo(run);
            assertThat(reused.answer().cost()).contains(new Usd(5));
            assertThat(reused.answer().at()).isPresent();
            assertThat(reused.answer().shared()).isFalse();
        }
    }

    /// A retry has the failed rows alone; the answers of the others are those of the run that it continues.
    @Test
    void aRunSinceARetryTakesTheAnswersOfTheRetriedRunToo() throws Exception {
        List<Integer> numbers = List.of(1, 2, 3, 4);
        var rejects = new AtomicInteger(1);
        var failing = new ScriptedWire((body, _) -> body.contains("\"n\":3,") && rejects.getAndDecrement() > 0
                ? ScriptedWire.status(413)
                : ScriptedWire.reply(200, "answer to " + body, Headers.of("cost", "5")));
        String run;
        try (var pipeline = new TestPipeline(folder)) {
            run = asking(pipeline, numbers, asking(), new ListSink())
                    .wire(failing)
                    .run()
                    .runId();
        }
        String retry;
        try (var pipeline = new TestPipeline(folder)) {
            retry = asking(pipeline, numbers, asking(), new ListSink())
                    .wire(failing)
                    .startMode(new RunStartMode.Retried(run, Set.of(Outcome.FAILED)))
                    .run()
                    .runId();
        }
        assertThat(failing.sent()).hasSize(5);

        assertThat(since(of(retry), List.of(1, 2, 3, 4, 5), asking()))
                .startsWith("[answer to {\"n\":1,\"q\":1}]")
                .endsWith("[answer 1]");
        assertThat(wire.sent()).hasSize(1);
    }

    /// The settings of the later run, which name the earlier one, are values too.
    @Test
    void theRecordOfARunStaysWhileAnotherCitesItEvenWithoutValues() throws Exception {
        String run = first(List.of(1, 2));
        since(of(run), List.of(1, 2), asking());
        try (Purge purge = Purge.open("sqlite:rowan.db", folder, new FakeTime())) {
            var later = new PurgeSelection.WholeRun(purge.resolve("latest"));
            purge.plan(later, false).forEach(plan -> purge.delete(plan, later, "a test"));

            assertThat(purge.planRecords(new PurgeSelection.WholeRun(run), false))
                    .singleElement()
                    .satisfies(plan -> assertThat(plan.refusal())
                            .hasValueSatisfying(why -> assertThat(why).contains("delete that one first")));
        }
    }

    @Test
    void theKthCallTakesTheKthAnswerAndTheNextOneIsSent() throws Exception {
        String run = first(List.of(1, 1, 2, 1));

        assertThat(since(of(run), List.of(1, 2, 1, 1, 1), asking()))
                .containsExactly("[answer 1]", "[answer 3]", "[answer 2]", "[answer 4]", "[answer 5]");
    }

    @Test
    void whereEqualRequestsShareAnAnswerFurtherOnesTakeTheFirst() throws Exception {
        String run = first(List.of(1, 1));

        assertThat(since(of(run), List.of(1, 1, 1, 2, 2), asking().sharing()))
                .containsExactly("[answer 1]", "[answer 2]", "[answer 1]", "[answer 3]", "[answer 3]");
    }

    @Test
    void aThirdRunCitesTheCallThatWasAnswered() throws Exception {
        String run = first(List.of(1, 2));
        assertThat(since(of(run), List.of(1, 2), asking())).containsExactly("[answer 1]", "[answer 2]");
        String second;
        try (var pipeline = new TestPipeline(folder)) {
            second = pipeline.summary().runId();
        }

        assertThat(since(of(second), List.of(2, 1), asking())).containsExactly("[answer 2]", "[answer 1]");
        assertThat(wire.sent()).hasSize(2);
        try (var pipeline = new TestPipeline(folder)) {
            assertThat(pipeline.story(1)
                            .visits()
                            .getFirst()
                            .calls()
                            .getFirst()
                            .reused()
                            .orElseThrow()
                            .cited()
                            .runId())
                    .isEqualTo(run);
        }
    }

    @Test
    void anAnswerThatIsTooOldIsAskedForAgain() throws Exception {
        String run = first(List.of(1, 2));
        var later = new SinceRun(run, Optional.of(Instant.now().plusSeconds(1_000)), false);

        assertThat(since(later, List.of(1, 2), asking())).containsExactly("[answer 3]", "[answer 4]");
    }

    @Test
    void aResumedRunUsesTheRemainingAnswers() throws Exception {
        String run = first(List.of(1, 1, 1, 1));
        var output = new ListSink();
        String second;
        try (var pipeline = new TestPipeline(folder)) {
            asking(pipeline, List.of(1, 1, 1, 1), asking(), output).since(of(run));
            pipeline.landscape()
                    .breakAt(entry -> entry instanceof LogEntry.OutcomeReached reached && reached.rowSeq() == 3);
            try {
                pipeline.run();
            } catch (RunDefect _) {
                // killed
            }
            second = pipeline.summary().runId();
        }
        try (var pipeline = new TestPipeline(folder)) {
            asking(pipeline, List.of(1, 1, 1, 1), asking(), output)
                    .startMode(new RunStartMode.Resumed(second, false))
                    .run();
        }

        assertThat(output.rows().stream().map(row -> String.valueOf(row.get("answers"))))
                .containsExactly("[answer 1]", "[answer 2]", "[answer 3]", "[answer 4]");
        assertThat(wire.sent()).hasSize(4);
        assertThat(broken(second)).isEmpty();
    }

    @Test
    void onlyRowsWithANewAnswerAreWritten() throws Exception {
        String run = first(List.of(1, 2, 3, 4));
        var output = new ListSink();
        String second;
        try (var pipeline = new TestPipeline(folder)) {
            asking(pipeline, List.of(1, 5, 3, 6), asking(), output).since(onlyChanged(run));
            RunResult result = pipeline.run();
            second = result.runId();
            assertThat(result.counts().outcomes())
                    .containsExactlyInAnyOrderEntriesOf(Map.of(Outcome.COMPLETED, 2L, Outcome.DISCARDED, 2L));
            assertThat(result.counts().reasons()).containsOnly(Map.entry("unchanged", 2L));
        }

        assertThat(output.rows().stream().map(row -> String.valueOf(row.get("n"))))
                .containsExactly("5", "6");
        assertThat(broken(second)).isEmpty();
    }

    /// The answers are on record when the run is killed; the rows that were read and not written are written later.
    @Test
    void aResumedRunWritesTheRowsWhoseNewAnswersItHadBefore() throws Exception {
        String run = first(List.of(1, 2, 3, 4));
        var output = new ListSink();
        String second;
        List<Integer> numbers = List.of(1, 5, 3, 6);
        try (var pipeline = new TestPipeline(folder)) {
            asking(pipeline, numbers, asking(), output).since(onlyChanged(run));
            pipeline.landscape()
                    .breakAt(entry -> entry instanceof LogEntry.OutcomeReached reached && reached.rowSeq() == 2);
            try {
                pipeline.run();
            } catch (RunDefect _) {
                // killed
            }
            second = pipeline.summary().runId();
        }
        int sent = wire.sent().size();
        try (var pipeline = new TestPipeline(folder)) {
            asking(pipeline, numbers, asking(), output)
                    .startMode(new RunStartMode.Resumed(second, false))
                    .run();
        }

        assertThat(wire.sent().size() - sent).as("sent by the resumed run").isLessThanOrEqualTo(1);
        assertThat(output.rows().stream().map(row -> String.valueOf(row.get("n"))))
                .containsExactly("5", "6");
        assertThat(broken(second)).isEmpty();
    }

    private static SinceRun onlyChanged(String run) {
        return new SinceRun(run, Optional.empty(), true);
    }

    @Test
    void answersOfAnotherModelThanTheOneServedNowAreReported() throws Exception {
        String run = first(List.of(1, 2, 3));
        assertThat(since(of(run), List.of(1, 2, 3), asking())).hasSize(3);
        assertThat(differences()).as("no new answer to compare with").isEmpty();
        model = "m-2";

        since(of(run), List.of(1, 2, 4), asking());

        assertThat(differences()).containsExactly(new ModelDifference("ask", Map.of("m-1", 2L), Map.of("m-2", 1L)));
        try (var pipeline = new TestPipeline(folder)) {
            assertThat(pipeline.story(1)
                            .visits()
                            .getFirst()
                            .calls()
                            .getFirst()
                            .reused()
                            .orElseThrow()
                            .model())
                    .contains("m-1");
        }
        assertThat(differences().getFirst().text())
                .isEqualTo("ask: reused answers are by m-1 (2), new ones by m-2 (1)");
    }

    private List<ModelDifference> differences() {
        try (var pipeline = new TestPipeline(folder);
                LandscapeReader reader = pipeline.landscape().reader()) {
            String latest = reader.runs().resolve("latest");
            return new HistoryReader(latest, Instant.EPOCH).read(reader).models();
        }
    }

    /// Rows that failed with their answer: a usable one would be taken, others are asked for again.
    @Test
    void anAnswerWithWhichARowFailedIsAskedForAgain() throws Exception {
        String run;
        try (var pipeline = new TestPipeline(folder)) {
            run = pipeline.source(SharedAnswersTest.rows(List.of(1, 2)))
                    .transform("ask", new FailingSecond(asking()), Map.of(), Capability.CALLS_OUT)
                    .sink("output", new ListSink())
                    .with("window", 1)
                    .wire(wire)
                    .run()
                    .runId();
        }

        assertThat(since(of(run), List.of(1, 2), asking())).containsExactly("[answer 1]", "[answer 3]");
    }

    /// Asks about each row, and fails the second one with its answer.
    private record FailingSecond(CallingTransform asking) implements RowTransform {
        @Override
        public void prepare(PluginSetup setup) throws IOException, InterruptedException {
            asking.prepare(setup);
        }

        @Override
        public TransformResult process(Row row, PluginContext context) throws InterruptedException {
            TransformResult asked = asking.process(row, context);
            return "2".equals(String.valueOf(row.get("n"))) ? TransformResult.error(Reason.of("bad", "no")) : asked;
        }
    }
}
