package dev.rowan.engine.run;

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
import dev.rowan.engine.call.Replay;
import dev.rowan.engine.call.ReplayMissException;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs that repeat another one from its record.
@Tag("slow")
class PipelineRunReplayTest extends EngineTest {
    private static final int ROWS = 40;
    private static final RowTransform SPLIT = (row, _) -> TransformResult.successMulti(IntStream.range(0, 3)
            .mapToObj(i -> Row.of("n", Long.parseLong(String.valueOf(row.get("n"))) * 10 + i))
            .toList());

    private final ListSink errors = new ListSink();

    /// Answers some, refuses some for good and some for the time being, has no room for some, and loses some.
    private static ScriptedWire service() {
        return new ScriptedWire((body, before) -> switch (Math.floorMod(body.hashCode(), 8)) {
            case 0 -> ScriptedWire.status(400);
            case 1 -> ScriptedWire.status(500);
            case 2 -> ScriptedWire.lost();
            case 3 -> before == 0 ? ScriptedWire.notSent() : ScriptedWire.status(500);
            default -> ScriptedWire.ok("answer to " + body);
        });
    }

    private TestPipeline asking(TestPipeline to, int queries) {
        return to.source(ListSource.counting(ROWS))
                .transform("split", SPLIT, Map.of(), Capability.CREATES_TOKENS)
                .transform(
                        "ask",
                        new CallingTransform(queries, Usd.ZERO, false),
                        Map.of(
                                "on_error",
                                "errors",
                                "delivery",
                                "at_most_once",
                                "retry",
                                Map.of("max_attempts", 2, "initial_delay", "1ms")),
                        Capability.CALLS_OUT)
                .sink("output", output)
                .sink("errors", errors);
    }

    /// The same pipeline with sinks of its own.
    private record Again(TestPipeline pipeline, ListSink output, ListSink errors) {}

    private Again again(int queries) throws IOException {
        var out = new ListSink();
        var failed = new ListSink();
        var pipeline = new TestPipeline(Files.createDirectory(folder.resolve("again")));
        pipeline.source(ListSource.counting(0))
                .transform("split", SPLIT, Map.of(), Capability.CREATES_TOKENS)
                .transform(
                        "ask",
                        new CallingTransform(queries, Usd.ZERO, false),
                        Map.of("on_error", "errors", "delivery", "at_most_once"),
                        Capability.CALLS_OUT)
                .sink("output", out)
                .sink("errors", failed);
        return new Again(pipeline, out, failed);
    }

    private RunResult repeat(Again again, Replay replay, LandscapeReader record, String runId)
            throws IOException, InterruptedException {
        return again.pipeline()
                .assemble(new RunStartMode.Replayed(runId, record, replay, Map.of(0, 0, 1, 1)))
                .run();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void givesEveryPartWhatItGotWithoutSending(int queries) throws Exception {
        RunResult ran = asking(pipeline, queries).wire(service()).run();
        assertThat(ran.counts().outcomes()).containsKeys(Outcome.COMPLETED, Outcome.FAILED, Outcome.INDETERMINATE);
        var wire = new ScriptedWire((_, _) -> ScriptedWire.status(200));
        Again again = again(queries);
        try (LandscapeReader record = pipeline.landscape().reader();
                TestPipeline repeated = again.pipeline()) {
            repeated.wire(wire);
            RunResult result = repeat(again, Replay.strict(false), record, ran.runId());
            assertThat(result.counts().outcomes()).isEqualTo(ran.counts().outcomes());
        }
        assertThat(again.output().rows()).isEqualTo(output.rows());
        assertThat(again.errors().rows()).isEqualTo(errors.rows());
        assertThat(wire.sent()).isEmpty();
    }

    @Test
    void stopsAtACallThatWasNotMade() throws Exception {
        RunResult ran = asking(pipeline, 1).wire(service()).run();
        Again again = again(2);
        try (LandscapeReader record = pipeline.landscape().reader();
                TestPipeline repeated = again.pipeline()) {
            assertThat(repeated).isNotNull();
            assertThatThrownBy(() -> repeat(again, Replay.strict(false), record, ran.runId()))
                    .isInstanceOf(RunDefect.class)
                    .hasCauseInstanceOf(ReplayMissException.class)
                    .hasMessageContaining("transform 'ask', call 2 has no recorded answer: the run made no such call");
        }
    }

    @Test
    void sendsOnlyWhatIsNewFromANodeOn() throws Exception {
        RunResult ran = asking(pipeline, 1)
                .wire(new ScriptedWire((body, _) -> ScriptedWire.ok("answer to " + body)))
                .run();
        var wire = new ScriptedWire((body, _) -> ScriptedWire.ok("answer to " + body));
        Again again = again(2);
        try (LandscapeReader record = pipeline.landscape().reader();
                TestPipeline repeated = again.pipeline()) {
            repeated.wire(wire);
            repeat(again, Replay.from(1, false), record, ran.runId());
        }
        assertThat(wire.sent())
                .hasSize(3 * ROWS)
                .allSatisfy(body -> assertThat(body).contains("\"q\":2"));
        assertThat(again.output().rows()).hasSize(3 * ROWS);
        assertThat(again.output().rows().stream()
                        .map(row -> String.valueOf(row.get("answers")))
                        .collect(Collectors.joining()))
                .contains("\"q\":1", "\"q\":2");
    }
}
