package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.landscape.record.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is told of a run in which finished rows wait behind one that is not.
class HeadRowTest extends EngineTest {
    private static final Map<String, Object> LONG_BACK_OFF =
            Map.of("retry", Map.of("max_attempts", 3, "initial_delay", "1h", "max_delay", "1h"), "on_error", "discard");

    /// The head as soon as the rows before it have left and all others wait behind it.
    private static Sample.HeadRow head(PipelineRun run, int behind) {
        RunProgress.Snapshot progress = run.progress();
        while (progress.rowsEnded() < 4
                || progress.waitingToLeave() < behind
                || progress.head().isEmpty()
                || progress.head().get().backOffMillis().isEmpty()) {
            Thread.onSpinWait();
            progress = run.progress();
        }
        return progress.head().get();
    }

    @Test
    void namesARowThatWaitsBetweenTwoVisits() throws Exception {
        RowTransform fails = (row, _) -> Long.valueOf(5).equals(row.asMap().get("n"))
                ? TransformResult.error(Reason.of("shaky", "not now").asRetryable())
                : TransformResult.success(row);
        PipelineRun run = pipeline.source(ListSource.counting(20))
                .transform("shaky", fails, LONG_BACK_OFF)
                .sink("output", output)
                .assemble();
        try (var started = new StartedRun(run)) {
            Sample.HeadRow head = head(run, 15);

            assertThat(head.row()).isEqualTo(5);
            assertThat(head.backOffMillis().getAsLong()).isBetween(1_700_000L, 3_600_000L);
            assertThat(run.progress().rowsEnded()).isEqualTo(4);
            assertThat(run.sample().orElseThrow().head().orElseThrow().row()).isEqualTo(5);
            run.interrupt("the test");
            started.result();
        }
    }

    @Test
    void namesARowWhoseCallIsInBackOff() throws Exception {
        var wire = new ScriptedWire(
                (body, _) -> body.contains("\"n\":5,") || body.contains("\"n\":5}") ? status(500) : ok("yes"));
        PipelineRun run = pipeline.source(ListSource.counting(20))
                .transform("ask", new CallingTransform(), LONG_BACK_OFF, Capability.CALLS_OUT)
                .sink("output", output)
                .wire(wire)
                .assemble();
        try (var started = new StartedRun(run)) {
            Sample.HeadRow head = head(run, 15);

            assertThat(head.row()).isEqualTo(5);
            assertThat(head.backOffMillis().getAsLong()).isBetween(1_700_000L, 3_600_000L);
            run.interrupt("the test");
            started.result();
        }
    }

    @Test
    void aRunInAnyOrderHasNone() throws Exception {
        RowTransform fails = (row, _) -> Long.valueOf(5).equals(row.asMap().get("n"))
                ? TransformResult.error(Reason.of("shaky", "not now").asRetryable())
                : TransformResult.success(row);
        PipelineRun run = pipeline.with("order", "none")
                .source(ListSource.counting(20))
                .transform("shaky", fails, LONG_BACK_OFF)
                .sink("output", output)
                .assemble();
        try (var started = new StartedRun(run)) {
            while (run.progress().rowsEnded() < 19) {
                Thread.onSpinWait();
            }
            assertThat(run.progress().head()).isEmpty();
            run.interrupt("the test");
            started.result();
        }
    }
}
