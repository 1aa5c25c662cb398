package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs whose sinks make rows durable in parts: outcomes wait for the end of a part, and a resume writes again what
/// no part holds.
@Timeout(180)
class LaggingSinkTest {
    private final ListSink parts = ListSink.ofParts(7);
    private final ListSink other = new ListSink();

    @TempDir
    private Path folder;

    private @Nullable RunSummary summary;

    private RunSummary summary() {
        return Objects.requireNonNull(summary);
    }

    private RunResult run(Consumer<TestPipeline> shape) throws Exception {
        try (var pipeline = new TestPipeline(folder)) {
            shape.accept(pipeline);
            try {
                return pipeline.run();
            } finally {
                summary = pipeline.summary();
            }
        }
    }

    private RunResult resume(Consumer<TestPipeline> shape) throws Exception {
        String run = summary().runId();
        return run(pipeline -> {
            shape.accept(pipeline);
            pipeline.startMode(new RunStartMode.Resumed(run, false));
        });
    }

    private void runKilledAtOutcomeOf(long row, Consumer<TestPipeline> shape) {
        assertThatThrownBy(() -> run(pipeline -> {
                    shape.accept(pipeline);
                    pipeline.landscape()
                            .breakAt(entry -> entry instanceof LogEntry.OutcomeReached end && end.rowSeq() == row);
                }))
                .isInstanceOf(RunDefect.class);
    }

    private static long number(Row row) {
        return row.get("n") instanceof Long n ? n : 0;
    }

    private static List<Object> numbers(long count) {
        return LongStream.rangeClosed(1, count).<Object>mapToObj(n -> n).toList();
    }

    private static void assertNumbers(ListSink sink, long count) {
        assertThat(sink.rows()).<Object>map(row -> row.get("n")).isEqualTo(numbers(count));
    }

    @Test
    void everyRowHasAnOutcomeAtACompleteEnd() throws Exception {
        RunResult result =
                run(pipeline -> pipeline.source(ListSource.counting(30)).sink("output", parts));

        assertNumbers(parts, 30);
        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(result.counts().undurable()).isZero();
        assertThat(result.sinks().get("output")).extracting(Sink.Mark::rows).isEqualTo(30L);
        EngineTest.assertAddsUp(result, summary());
    }

    @Test
    void aStopRecordsTheRowsOfWholePartsAndTheResumeWritesTheOthers() throws Exception {
        Consumer<TestPipeline> shape =
                pipeline -> pipeline.source(ListSource.counting(30)).sink("output", parts);
        RunResult stopped = run(shape.andThen(pipeline -> pipeline.limit(20)));

        assertThat(stopped.counts().rowsRead()).isEqualTo(20);
        assertThat(stopped.counts().rowsEnded()).isEqualTo(14);
        assertThat(stopped.counts().undurable()).isEqualTo(6);
        assertThat(summary().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 14L));
        assertNumbers(parts, 14);

        RunResult resumed = resume(shape);

        assertNumbers(parts, 30);
        EngineTest.assertAddsUp(resumed, summary());
    }

    @Test
    void aRunThatIsStoppedDuringItsLastSyncIsNotComplete() throws Exception {
        var run = new AtomicReference<@Nullable PipelineRun>();
        var sink = new RefusingSink(7, _ -> false, _ -> false) {
            @Override
            public Mark sync() throws IOException {
                Optional.ofNullable(run.getAndSet(null)).ifPresent(stopped -> stopped.interrupt("a test"));
                return super.sync();
            }
        };
        try (var pipeline = new TestPipeline(folder)) {
            PipelineRun assembled = pipeline.source(ListSource.counting(10))
                    .sink("output", sink)
                    .assemble();
            run.set(assembled);

            RunResult stopped = assembled.run();

            assertThat(stopped.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
            assertThat(stopped.counts().rowsEnded()).isEqualTo(7);
            assertThat(stopped.counts().undurable()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"input", "none"})
    void rowsOfOtherSinksDoNotWait(String order) throws Exception {
        RowTransform odd = (row, _) -> number(row) % 2 == 1
                ? TransformResult.error(Reason.of("odd", "it is odd"))
                : TransformResult.success(row);
        Consumer<TestPipeline> shape = pipeline -> pipeline.with("order", order)
                .source(ListSource.counting(10))
                .transform("odd", odd, Map.of("on_error", "other"))
                .sink("output", parts)
                .sink("other", other);
        run(shape.andThen(pipeline -> pipeline.limit(9)));
        assertThat(summary().outcomes()).isEqualTo(Map.of(Outcome.FAILED, 5L));

        resume(shape);

        assertThat(other.rows()).<Object>map(row -> row.get("n")).containsExactlyInAnyOrder(1L, 3L, 5L, 7L, 9L);
        assertThat(parts.rows()).<Object>map(row -> row.get("n")).containsExactlyInAnyOrder(2L, 4L, 6L, 8L, 10L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3, 7, 8, 14, 21})
    void aRowInSeveralSinksWaitsForAllOfThemAndIsWrittenOnceToEach(long death) throws Exception {
        RowTransform twice = (row, _) -> TransformResult.successMulti(List.of(row, row.with("copy", true)));
        RowTransform copies = (row, _) -> row.has("copy")
                ? TransformResult.error(Reason.of("copy", "it is a copy"))
                : TransformResult.success(row);
        Consumer<TestPipeline> shape = pipeline -> pipeline.source(ListSource.counting(24))
                .transform("twice", twice, Map.of(), Capability.CREATES_TOKENS)
                .transform("copies", copies, Map.of("on_error", "other"))
                .sink("output", parts)
                .sink("other", other);
        runKilledAtOutcomeOf(death, shape);

        RunResult result = resume(shape);

        assertNumbers(parts, 24);
        assertNumbers(other, 24);
        EngineTest.assertAddsUp(result, summary());
    }

    @Test
    void noCallIsPaidTwice() throws Exception {
        var wire = new ScriptedWire((_, _) -> ok("yes"));
        Consumer<TestPipeline> shape = pipeline -> pipeline.source(ListSource.counting(25))
                .transform("ask", new CallingTransform(), Map.of(), Capability.CALLS_OUT)
                .wire(wire)
                .sink("output", parts);
        run(shape.andThen(pipeline -> pipeline.limit(20)));
        assertThat(wire.sent()).hasSize(20);
        assertThat(summary().rowsEnded()).isEqualTo(14);

        resume(shape);

        assertThat(wire.sent()).hasSize(25);
        assertNumbers(parts, 25);
    }

    /// A target that commits by itself and is ahead of the record after a crash; it refuses every fifth row.
    private static final class Database extends ListSink {
        private long rows;
        private List<RefusedRow> refused = List.of();

        @Override
        public Mark resume(Mark mark) {
            Mark found = super.sync();
            refused = List.of();
            rows = found.rows();
            return found;
        }

        @Override
        public List<RefusedRow> refused() {
            return refused;
        }

        long count() {
            return rows;
        }
    }

    @Test
    void rowsThatTheTargetHasAlreadyAreNotWrittenAgain() throws Exception {
        var database = new Database();
        Consumer<TestPipeline> shape =
                pipeline -> pipeline.source(ListSource.counting(12)).sink("output", database);
        runKilledAtOutcomeOf(1, shape);
        assertThat(database.rows()).as("must-fail control: committed").isNotEmpty();

        RunResult result = resume(shape);

        assertThat(database.count()).isPositive();
        assertNumbers(database, 12);
        EngineTest.assertAddsUp(result, summary());
    }

    /// Refuses even rows when it syncs.
    private static final class Refusing extends ListSink {
        private final List<Row> taken = new ArrayList<>();
        private List<RefusedRow> refused = List.of();

        @Override
        public Optional<Reason> write(Row row) {
            taken.add(row);
            return Optional.empty();
        }

        @Override
        public Sink.Mark sync() {
            var found = new ArrayList<RefusedRow>();
            for (int i = 0; i < taken.size(); i++) {
                if (number(taken.get(i)) % 2 == 0) {
                    found.add(new RefusedRow(i, Reason.of("duplicate_key", "there is such a row")));
                } else {
                    writeRow(taken.get(i));
                }
            }
            refused = found;
            taken.clear();
            return super.sync();
        }

        @Override
        public Sink.Mark finish() {
            return sync();
        }

        private void writeRow(Row row) {
            try {
                super.write(row);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public List<RefusedRow> refused() {
            return refused;
        }
    }

    @Test
    void aRowThatTheTargetRefusesFailsWithItsReason() throws Exception {
        var refusing = new Refusing();

        RunResult result =
                run(pipeline -> pipeline.source(ListSource.counting(6)).sink("output", refusing));

        assertThat(refusing.rows()).<Object>map(row -> row.get("n")).containsExactly(1L, 3L, 5L);
        assertThat(summary().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 3L, Outcome.FAILED, 3L));
        assertThat(summary().reasons()).isEqualTo(Map.of("duplicate_key", 3L));
        EngineTest.assertAddsUp(result, summary());
    }
}
