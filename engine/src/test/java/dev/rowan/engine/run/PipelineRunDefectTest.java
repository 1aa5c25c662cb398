package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.LatencyTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.WorkerTransform;
import dev.rowan.engine.WorkerTransform.Limits;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PipelineRunDefectTest extends EngineTest {
    private static final int BROKEN = 5;
    private static final int MANY = 1_000;

    static Stream<Named<Throwable>> whatAPluginMayThrow() {
        return Stream.of(
                        new IllegalStateException("a defect"),
                        new IOException("checked"),
                        new StackOverflowError(),
                        new OutOfMemoryError("heap"),
                        new NoClassDefFoundError("missing"),
                        new InterruptedException("without a stop"))
                .map(thrown -> Named.of(thrown.getClass().getSimpleName(), thrown));
    }

    @ParameterizedTest
    @MethodSource("whatAPluginMayThrow")
    void whatATransformThrowsStopsTheRunAndReachesTheCaller(Throwable thrown) {
        pipeline.source(ListSource.counting(20))
                .transform("broken", new Throwing(thrown, output, new CountDownLatch(1)))
                .sink("output", output);

        assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class).hasRootCause(thrown);

        assertThat(output.rows()).isEqualTo(numbers(1, BROKEN - 1));
        assertThat(pipeline.summary().status()).isEqualTo("failed");
        assertThat(pipeline.summary().rowsEnded()).isEqualTo(BROKEN - 1);
        RowHistory story = pipeline.story(BROKEN);
        assertThat(story.ends()).isEmpty();
        assertThat(story.visits())
                .singleElement()
                .satisfies(visit -> assertThat(visit.status()).isEqualTo("failed"));
    }

    @Test
    void aTransformThatReturnsNullIsADefectOfItsOwn() {
        pipeline.source(ListSource.counting(1))
                .transform("empty_handed", new ReturningNull())
                .sink("output", output);

        assertThatThrownBy(pipeline::run)
                .isInstanceOf(RunDefect.class)
                .hasMessageContaining("transform 'empty_handed' failed at row 1")
                .hasMessageContaining("returned null");
    }

    @Test
    void aTransformThatDoesNotOpenFailsTheRunBeforeAnyOutputIsTouched() {
        var opened = new AtomicBoolean();
        var sink = new ListSink() {
            @Override
            public void open(Existing existing) {
                opened.set(true);
            }
        };
        pipeline.source(ListSource.counting(1))
                .transform("broken", new NotOpening())
                .sink("output", sink);

        assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class).hasRootCauseInstanceOf(LinkageError.class);

        assertThat(opened).isFalse();
        assertThat(pipeline.summary().status()).isEqualTo("failed");
    }

    @Test
    void aFailingSinkStopsTheRunAndOnlyDurableRowsHaveOutcomes() {
        var full = new IOException("disk full");
        var sink = new ListSink(row -> failAt(row, 50, full));
        pipeline.source(ListSource.counting(100)).sink("output", sink);

        assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class).hasCause(full);

        assertThat(pipeline.summary().status()).isEqualTo("failed");
        assertThat(pipeline.summary().why()).contains("disk full");
        assertThat(pipeline.summary().rowsEnded()).isEqualTo(sink.rows().size());
        assertThat(pipeline.summary().sinkRows().getOrDefault("output", 0L))
                .isEqualTo(sink.rows().size());
    }

    @Test
    void aSinkThatBreaksWhileRowsArriveAfterAStopIsNotSwallowed() throws Exception {
        var full = new IOException("disk full");
        var inside = new CountDownLatch(3);
        var stopped = new CountDownLatch(1);
        var latency = LatencyTransform.waiting((_, _) -> {
            inside.countDown();
            stopped.await();
        });
        PipelineRun run = pipeline.source(ListSource.counting(3))
                .transform("latency", latency)
                .sink("output", new ListSink(row -> failAt(row, 2, full)))
                .assemble();

        try (var started = new StartedRun(run)) {
            inside.await();
            run.interrupt("a test");
            stopped.countDown();
            assertThatThrownBy(started::result).isInstanceOf(RunDefect.class).hasCause(full);
        }

        assertThat(pipeline.summary().status()).isEqualTo("failed");
    }

    @Test
    void aSourceThatBreaksStopsTheRunAndWhatWasReadIsKept() {
        var gone = new IOException("the network is gone");
        pipeline.source(ListSource.counting(10).thenFailing(gone)).sink("output", output);

        assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class).hasCause(gone);

        assertThat(pipeline.summary().rowsRead()).isEqualTo(10);
        assertThat(output.rows()).isEqualTo(numbers(1, output.rows().size()));
        assertThat(pipeline.summary().rowsEnded()).isEqualTo(output.rows().size());
    }

    static Stream<Named<Predicate<LogEntry>>> whereALandscapeMayBreak() {
        return Stream.of(
                Named.of(
                        "reading",
                        entry -> entry instanceof LogEntry.RowRead(var seq, var _, var _, var _, var _, var _)
                                && seq == 3),
                Named.of("a visit", entry -> entry instanceof LogEntry.StateClosed),
                Named.of("an outcome", entry -> entry instanceof LogEntry.OutcomeReached));
    }

    @ParameterizedTest
    @MethodSource("whereALandscapeMayBreak")
    void aLandscapeThatBreaksStopsTheRunAndIsNamedAsTheCause(Predicate<LogEntry> place) {
        pipeline.landscape().breakAt(place);
        pipeline.source(ListSource.counting(MANY))
                .transform(
                        "workers",
                        new WorkerTransform(
                                Limits.USUAL,
                                (row, context, port) ->
                                        port.emit(context.token(), context.stateId(), TransformResult.success(row))))
                .sink("output", output);

        assertThatThrownBy(pipeline::run)
                .isInstanceOf(RunDefect.class)
                .hasMessageContaining("the disk is full")
                .cause()
                .isInstanceOf(LandscapeException.class);

        assertThat(pipeline.summary().status()).isEqualTo("killed");
        assertThat(pipeline.summary().rowsEnded())
                .isLessThanOrEqualTo(output.rows().size());
    }

    @Test
    void aDefectInterruptsEveryRowInFlight() throws Exception {
        var inside = new CountDownLatch(9);
        RowTransform broken = (row, _) -> {
            if (Row.of("n", 10).equals(row)) {
                inside.await();
                throw new IllegalStateException("a defect");
            }
            inside.countDown();
            new CountDownLatch(1).await();
            return TransformResult.success(row);
        };
        pipeline.source(ListSource.counting(10)).transform("broken", broken).sink("output", output);

        assertThatThrownBy(pipeline::run)
                .isInstanceOf(RunDefect.class)
                .hasRootCauseMessage("a defect")
                .cause()
                .hasNoSuppressedExceptions();

        assertThat(pipeline.summary().rowsEnded()).isZero();
    }

    private static Optional<Reason> failAt(Row row, long n, IOException failure) throws IOException {
        if (Long.valueOf(n).equals(row.get("n"))) {
            throw failure;
        }
        return Optional.empty();
    }

    /// Passes rows until one, at which it throws once those before are written; later rows wait for that.
    private record Throwing(Throwable thrown, ListSink output, CountDownLatch reached) implements RowTransform {
        @Override
        public TransformResult process(Row row, PluginContext context) throws Exception {
            long n = context.token().rowSeq();
            if (n == BROKEN) {
                output.awaitWritten(BROKEN - 1);
                reached.countDown();
                switch (thrown) {
                    case Exception exception -> throw exception;
                    case Error error -> throw error;
                    default -> throw new IllegalArgumentException(thrown);
                }
            }
            if (n > BROKEN) {
                reached.await();
            }
            return TransformResult.success(row);
        }
    }

    private record ReturningNull() implements RowTransform {
        @Override
        @SuppressWarnings("NullAway") // the defect under test
        public TransformResult process(Row row, PluginContext context) {
            return null;
        }
    }

    private record NotOpening() implements RowTransform {
        @Override
        public void open() {
            throw new NoClassDefFoundError("a library");
        }

        @Override
        public TransformResult process(Row row, PluginContext context) {
            return TransformResult.success(row);
        }
    }
}
