package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.lost;
import static dev.rowan.engine.run.ScriptedWire.notSent;
import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Capability;
import dev.rowan.landscape.record.Entry;
import dev.rowan.landscape.record.Entry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.testkit.ListSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A service that cannot be reached for a while, by a clock that runs fifty times as fast until it can be: what a row
/// may wait for capacity is then real time, which a busy machine does not use up.
class ServiceDownTest extends EngineTest {
    private static final int ROWS = 200;
    private static final Map<String, ?> POOL = Map.of("pool_size", 20, "max_capacity_retry_seconds", 40);

    private final HastyTime time = new HastyTime(50);
    private final long began = time.nanos();

    @ParameterizedTest
    @CsvSource({"6, not_sent", "60, not_sent", "6, reset", "60, reset"})
    void failsNoRow(int seconds, String how) throws Exception {
        var wire = new ScriptedWire((_, before) -> isOver(seconds) ? ok("yes") : down(how));

        RunResult result = calling(pipeline, wire).run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, ROWS));
        assertAddsUp(result, pipeline.summary());
        long failed = pipeline.landscape().entries(Entry.CallEnded.class).stream()
                .filter(end -> end.state() == (how.equals("reset") ? CallState.UNKNOWN : CallState.NOT_SENT))
                .count();
        assertThat(failed).isLessThan(150); // what was let in when it went down, and one probe after the other
    }

    @Test
    void theTimeInWhichItIsDownDoesNotCountAsTimeWithoutCapacity() throws Exception {
        var wire = new ScriptedWire((body, before) ->
                before == 0 && body.contains("5,") ? status(503) : isOver(60) ? ok("yes") : notSent());

        RunResult result = calling(pipeline, wire).run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, ROWS));
    }

    @Test
    void stopsTheRunAfterTheTimeOutWithoutAnOutcomeAndResumesOnceItIsBack() throws Exception {
        calling(pipeline, new ScriptedWire((_, _) -> notSent())).with("service_down_timeout", "2m");

        RunResult stopped = pipeline.run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.LIMITED);
        assertThat(stopped.why().orElseThrow())
                .contains("run.service_down_timeout", "https://service.test", "connect: nobody listens", "resume");
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertThat(time.nanos() - began).isGreaterThan(Duration.ofMinutes(2).toNanos());

        try (var later = new TestPipeline(folder)) {
            RunResult resumed = calling(later, new ScriptedWire((_, _) -> ok("yes")))
                    .beginning(new Beginning.Resumed(stopped.runId(), false))
                    .run();

            assertThat(resumed.status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(resumed.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, ROWS));
        }
    }

    @Test
    void tellsThatItIsDownAndWhenItIsProbed() throws Exception {
        var back = new AtomicBoolean();
        var wire = new ScriptedWire((_, _) -> back.get() ? ok("yes") : notSent());
        PipelineRun run = calling(pipeline, wire).assemble();
        try (var started = new StartedRun(run)) {
            await(() -> run.progress().calls().paces().stream()
                    .anyMatch(service -> service.pace().down().isPresent()));
            back.set(true);

            assertThat(started.result().counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, ROWS));
            assertThat(run.progress().calls().paces())
                    .allMatch(service -> service.pace().down().isEmpty());
        }
    }

    private TestPipeline calling(TestPipeline in, ScriptedWire wire) {
        return in.source(ListSource.counting(ROWS))
                .transform("ask", new CallingTransform(), POOL, Capability.CALLS_OUT)
                .sink("output", output)
                .wire(wire)
                .at(time);
    }

    private boolean isOver(int seconds) {
        boolean over = time.nanos() - began > Duration.ofSeconds(seconds).toNanos();
        if (over) {
            time.slowDown();
        }
        return over;
    }

    private static WireReply down(String how) {
        return how.equals("reset") ? lost() : notSent();
    }

    private static void await(Supplier<Boolean> done) {
        while (!done.get()) {
            Thread.onSpinWait();
        }
    }
}
