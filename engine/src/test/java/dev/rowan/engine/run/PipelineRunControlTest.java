package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.Sample;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Orders that are given to a run while it works, each seen by what leaves on the wire.
@Tag("slow")
@Timeout(180)
class PipelineRunControlTest {
    private static final long COST = 10;
    private static final int ROWS = 300;

    private final GatedWire wire = new GatedWire(COST);
    private final ListSink output = new ListSink();

    @TempDir
    private Path folder;

    private TestPipeline pipeline(int rows, Map<String, ?> options) {
        return pipeline(rows, (row, _) -> TransformResult.success(row), options);
    }

    private TestPipeline pipeline(int rows, RowTransform local, Map<String, ?> options) {
        return new TestPipeline(folder)
                .at(new AcceleratedTime())
                .source(ListSource.counting(rows))
                .transform("local", local)
                .transform("ask", new CallingTransform(1, new Usd(COST), false), options, Capability.CALLS_OUT)
                .sink("output", output)
                .wire(wire);
    }

    /// Gives an order as another process would, and waits for its answer.
    private static ControlRequestStore.Answer ordered(TestPipeline pipeline, PipelineRun run, ControlRequest order) {
        try (ControlRequestStore orders = pipeline.landscape().controlRequests().orElseThrow()) {
            long number = orders.give(run.runId(), "someone", order);
            while (orders.answered(number).isEmpty()) {
                LockSupport.parkNanos(5_000_000);
            }
            return orders.answered(number).orElseThrow();
        }
    }

    private static Map<String, @Nullable Object> awaitNote(
            TestPipeline pipeline, PipelineRun run, String type, Predicate<Map<String, @Nullable Object>> which) {
        try (LandscapeReader reader = pipeline.landscape().reader()) {
            while (true) {
                for (var note : reader.notes().after(run.runId(), 0, Set.of(type))) {
                    if (which.test(note.facts())) {
                        return note.facts();
                    }
                }
                LockSupport.parkNanos(5_000_000);
            }
        }
    }

    private List<Map<String, @Nullable Object>> tuned(TestPipeline pipeline, PipelineRun run) {
        try (LandscapeReader reader = pipeline.landscape().reader()) {
            return reader.notes().list(run.runId(), ControlRequestStore.NOTE);
        }
    }

    private void assertSound(PipelineRun run) {
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", folder)) {
            VerifyReport report = check.verify(run.runId(), VerifyInputs.itself());
            assertThat(report.verdict()).isInstanceOf(Verdict.Intact.class);
            assertThat(report.findings()).isEmpty();
        }
    }

    @Test
    void aPoolGrowsAndShrinksWhileItIsInUse() throws Exception {
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 2))) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitInFlight(2);
                assertThat(ordered(pipeline, run, new ControlRequest.PoolSize("ask", 8)))
                        .isEqualTo(new ControlRequestStore.Answer(true, "pool_size of 'ask' is 8, was 2"));
                wire.awaitInFlight(8);

                assertThat(ordered(pipeline, run, new ControlRequest.PoolSize("ask", 3))
                                .followed())
                        .isTrue();
                assertThat(wire.peak()).isEqualTo(8);
                wire.open(true);
                wire.awaitSent(20); // those who were out have ended
                wire.open(false);
                wire.awaitInFlight(3);
                wire.countPeakAnew();
                wire.open(true);

                assertThat(started.result().counts().rowsEnded()).isEqualTo(ROWS);
                assertThat(wire.peak()).isEqualTo(3);
            }
            assertThat(tuned(pipeline, run))
                    .satisfiesExactly(
                            up -> assertThat(up)
                                    .containsEntry("order", "pool_size")
                                    .containsEntry("operator", "someone")
                                    .containsEntry("node", "ask")
                                    .containsEntry("from", 2L)
                                    .containsEntry("to", 8L),
                            down -> assertThat(down).containsEntry("from", 8L).containsEntry("to", 3L));
            assertSound(run);
        }
    }

    @Test
    void aRemovedLimitNoLongerApplies() throws Exception {
        wire.open(true);
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 4, "requests_per_minute", 1))) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitSent(1);
                assertThat(ordered(pipeline, run, new ControlRequest.RequestsPerMinute("ask", OptionalLong.empty()))
                                .message())
                        .isEqualTo("requests_per_minute of 'ask' is none, was 1");

                assertThat(started.result().counts().rowsEnded()).isEqualTo(ROWS);
            }
            assertSound(run);
        }
    }

    @Test
    void aLimitOfTokensCanBeSetAndTakenAway() throws Exception {
        wire.open(true);
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 4, "tokens_per_minute", 1))) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitSent(1);
                assertThat(ordered(pipeline, run, new ControlRequest.TokensPerMinute("ask", OptionalLong.of(2)))
                                .followed())
                        .isTrue();
                Sample sample = Sample.of(awaitNote(
                        pipeline, run, Sample.NOTE, facts -> facts.toString().contains("tokens_per_minute=2")));
                assertThat(sample.services().getFirst().tokensPerMinute()).hasValue(2);
                assertThat(wire.sent()).isLessThan(4);
                ordered(pipeline, run, new ControlRequest.TokensPerMinute("ask", OptionalLong.empty()));

                assertThat(started.result().counts().rowsEnded()).isEqualTo(ROWS);
            }
            assertSound(run);
        }
    }

    @Test
    void aHigherCapWakesThoseWhoWaitForMoney() throws Exception {
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 20)).with("max_cost_usd", pico(5 * COST))) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitInFlight(5);
                assertThat(ordered(pipeline, run, new ControlRequest.MaxCost(new Usd(12 * COST)))
                                .followed())
                        .isTrue();
                wire.awaitInFlight(12);
                wire.open(true);
                RunResult result = started.result();

                assertThat(result.status()).isEqualTo(RunEnd.Status.LIMITED);
                assertThat(result.counts().calls().spent()).isEqualTo(new Usd(12 * COST));
                assertThat(wire.sent()).isEqualTo(12);
            }
            assertSound(run);
        }
    }

    @Test
    void aCapBelowWhatIsSpentStopsTheRunCleanly() throws Exception {
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 10))) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitInFlight(10);
                assertThat(ordered(pipeline, run, new ControlRequest.MaxCost(new Usd(5 * COST)))
                                .followed())
                        .isTrue();
                wire.open(true);
                RunResult result = started.result();

                assertThat(result.status()).isEqualTo(RunEnd.Status.LIMITED);
                assertThat(result.why().orElseThrow()).contains("the cost cap of 0.00000000005 USD");
                long setAside = pico(tuned(pipeline, run).getFirst().get("set_aside"));
                assertThat(result.counts().calls().spent().pico()).isBetween(10 * COST, setAside);
            }
            assertSound(run);
        }
    }

    private static BigDecimal pico(long pico) {
        return BigDecimal.valueOf(pico, 12);
    }

    private static long pico(@Nullable Object dollars) {
        return new BigDecimal(String.valueOf(dollars)).movePointRight(12).longValueExact();
    }

    @Test
    void sendsNothingWhileTheRunIsPaused() throws Exception {
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 2)).with("window", 20)) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitInFlight(2);
                assertThat(ordered(pipeline, run, new ControlRequest.Pause()).followed())
                        .isTrue();
                assertThat(run.progress().paused()).isTrue();
                wire.open(true);
                wire.awaitInFlight(0);
                int sent = wire.sent();
                Sample paused = Sample.of(awaitNote(
                        pipeline,
                        run,
                        Sample.NOTE,
                        facts -> Boolean.TRUE.equals(facts.get("paused"))
                                && facts.toString().contains("answered=2,")));
                assertThat(ordered(pipeline, run, new ControlRequest.Pause()))
                        .isEqualTo(new ControlRequestStore.Answer(false, "the run is paused already"));

                assertThat(wire.sent()).isEqualTo(sent).isEqualTo(2);
                assertThat(paused.rowsRead()).isLessThanOrEqualTo(21);

                assertThat(ordered(pipeline, run, new ControlRequest.Resume()).followed())
                        .isTrue();
                assertThat(started.result().counts().rowsEnded()).isEqualTo(ROWS);
            }
            assertThat(output.rows()).hasSize(ROWS);
            assertSound(run);
        }
    }

    @Test
    void drainLetsRowsOnTheirWayArrive() throws Exception {
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 2)).with("window", 2)) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitInFlight(2);
                assertThat(ordered(pipeline, run, new ControlRequest.Drain()).followed())
                        .isTrue();
                assertThat(ordered(pipeline, run, new ControlRequest.Pause()).message())
                        .startsWith("the run is stopping");
                wire.open(true);
                RunResult result = started.result();

                assertThat(result.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
                assertThat(result.why()).contains("stopped by a control request by someone");
                assertThat(result.counts().rowsEnded()).isGreaterThanOrEqualTo(2);
            }
            assertSound(run);
        }
    }

    @Test
    void cancelInterruptsRequestsOnTheWire() throws Exception {
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 2))) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitInFlight(2);
                ordered(pipeline, run, new ControlRequest.Cancel());
                RunResult result = started.result();

                assertThat(result.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
                assertThat(result.counts().rowsEnded()).isZero();
            }
            assertSound(run);
        }
    }

    @Test
    void whatCannotBeDoneIsRefusedWithTheReason() throws Exception {
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 2))) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitInFlight(2);

                assertRefused(
                        pipeline, run, new ControlRequest.PoolSize("aks", 3), "no transform 'aks'; it has local, ask");
                assertRefused(pipeline, run, new ControlRequest.PoolSize("local", 3), "'local' makes no calls");
                assertRefused(pipeline, run, new ControlRequest.PoolSize("ask", 0), "must be from 1 to 100000, got 0");
                assertRefused(
                        pipeline,
                        run,
                        new ControlRequest.RequestsPerMinute("ask", OptionalLong.of(0)),
                        "requests_per_minute must be at least 1, or none, got 0");
                assertRefused(pipeline, run, new ControlRequest.Resume(), "not paused");

                wire.open(true);
                started.result();
            }
            assertThat(tuned(pipeline, run)).isEmpty();
            try (ControlRequestStore orders =
                    pipeline.landscape().controlRequests().orElseThrow()) {
                assertThatThrownBy(() -> orders.give(run.runId(), "someone", new ControlRequest.Pause()))
                        .isInstanceOf(LandscapeException.class)
                        .hasMessageContaining("no process is executing it");
            }
        }
    }

    private static void assertRefused(TestPipeline pipeline, PipelineRun run, ControlRequest order, String why) {
        ControlRequestStore.Answer answer = ordered(pipeline, run, order);
        assertThat(answer.followed()).isFalse();
        assertThat(answer.message()).contains(why);
    }

    @Test
    void anOrderWhoseAnswerIsLostIsFollowedOnceAndAnsweredAtTheNextResume() throws Exception {
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 2))) {
            PipelineRun run = pipeline.assemble();
            pipeline.landscape().refuseAnswers(true);
            long lost;
            try (var started = new StartedRun(run);
                    ControlRequestStore orders =
                            pipeline.landscape().controlRequests().orElseThrow()) {
                wire.awaitInFlight(2);
                lost = orders.give(run.runId(), "someone", new ControlRequest.PoolSize("ask", 4));
                wire.awaitInFlight(4);
                awaitNote(pipeline, run, Sample.NOTE, facts -> facts.toString().contains("pool_size=4"));
                run.interrupt("a test");
                run.interrupt("a test");
                started.result();
                assertThat(orders.answered(lost)).isEmpty();
            }
            wire.open(true);
            try (var later = pipeline(ROWS, Map.of("pool_size", 2));
                    ControlRequestStore orders =
                            later.landscape().controlRequests().orElseThrow()) {
                RunResult result = later.assemble(new RunStartMode.Resumed(run.runId(), false))
                        .run();

                assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
                assertThat(orders.answered(lost))
                        .contains(new ControlRequestStore.Answer(true, "it was applied, and then the run has ended"));
            }
            assertThat(tuned(pipeline, run)).hasSize(1);
            assertSound(run);
        }
    }

    /// Between taking the run over and looking for orders a process opens its transforms and sinks.
    @Test
    void anOrderThatIsGivenWhileAResumedRunStartsIsFollowed() throws Exception {
        try (var pipeline = pipeline(ROWS, Map.of("pool_size", 2))) {
            PipelineRun run = pipeline.assemble();
            try (var started = new StartedRun(run)) {
                wire.awaitInFlight(2);
                run.interrupt("a test");
                run.interrupt("a test");
                started.result();
            }
            var given = new AtomicLong();
            var ordering = new RowTransform() {
                @Override
                public void open() {
                    try (ControlRequestStore orders =
                            pipeline.landscape().controlRequests().orElseThrow()) {
                        given.set(orders.give(run.runId(), "someone", new ControlRequest.Cancel()));
                    }
                }

                @Override
                public TransformResult process(Row row, PluginContext context) {
                    return TransformResult.success(row);
                }
            };
            try (var later = pipeline(ROWS, ordering, Map.of("pool_size", 2));
                    ControlRequestStore orders =
                            later.landscape().controlRequests().orElseThrow()) {
                RunResult result = later.assemble(new RunStartMode.Resumed(run.runId(), true))
                        .run();

                assertThat(orders.answered(given.get()))
                        .contains(new ControlRequestStore.Answer(true, "stopping immediately"));
                assertThat(result.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
            }
        }
    }
}
