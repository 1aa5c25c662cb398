package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rows that a sink refuses go to the sink that its `on_error` names, in order, whatever dies in between.
/// `-Drowan.crashes=2000` tries that many histories; a failure prints its seed.
@Timeout(120)
class RefusedRowsTest {
    private static final int HISTORIES = Integer.getInteger("rowan.crashes", 20);
    private static final Map<String, String> TO_REFUSED = Map.of("on_error", "refused");

    private final ListSink errors = new ListSink();

    @TempDir
    private Path folder;

    private @Nullable RunSummary summary;

    private RunSummary summary() {
        return Objects.requireNonNull(summary);
    }

    private RunResult run(Path where, Consumer<TestPipeline> shape) throws Exception {
        try (var pipeline = new TestPipeline(where)) {
            shape.accept(pipeline);
            try {
                return pipeline.run();
            } finally {
                summary = pipeline.summary();
            }
        }
    }

    private void assemble(Consumer<TestPipeline> shape) {
        try (var pipeline = new TestPipeline(folder)) {
            shape.accept(pipeline);
            pipeline.assemble();
        }
    }

    private RunResult resume(Consumer<TestPipeline> shape) throws Exception {
        String run = summary().runId();
        return run(folder, shape.andThen(pipeline -> pipeline.startMode(new RunStartMode.Resumed(run, false))));
    }

    private static boolean isEven(long n) {
        return n % 2 == 0;
    }

    private static List<Object> numbers(ListSink sink) {
        return sink.rows().stream().<Object>map(row -> row.get("n")).toList();
    }

    private void assertVerifies(Path where) throws Exception {
        try (ChainCheck check = ChainCheck.open("sqlite:rowan.db", where)) {
            assertThat(check.verify(summary().runId(), VerifyInputs.itself()).findings())
                    .isEmpty();
        }
    }

    private static Consumer<TestPipeline> shape(int rows, Sink output, Sink errors) {
        return pipeline -> pipeline.source(ListSource.counting(rows))
                .sink("output", output, TO_REFUSED)
                .sink("refused", errors);
    }

    @Test
    void haveTheirDataAndTheReasonInTheErrorSink() throws Exception {
        var table = new RefusingSink(1, _ -> false, RefusedRowsTest::isEven);

        RunResult result = run(folder, shape(6, table, errors));

        assertThat(table.numbers()).containsExactly(1L, 3L, 5L);
        assertThat(errors.rows()).hasSize(3);
        Row first = errors.rows().getFirst();
        assertThat(first.get("n")).isEqualTo(2L);
        assertThat(first.get("_error"))
                .asInstanceOf(MAP)
                .containsEntry("node", "output")
                .containsEntry("reason", "sink_refused")
                .containsEntry("message", "there is a row 2")
                .containsEntry("status_code", 409L)
                .containsEntry("run", result.runId())
                .containsEntry("row_seq", 2L);
        assertThat(summary().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 3L, Outcome.FAILED, 3L));
        assertThat(summary().reasons()).isEqualTo(Map.of("sink_refused", 3L));
        assertThat(summary().sinkRows()).isEqualTo(Map.of("output", 3L, "refused", 3L));
        EngineTest.assertAddsUp(result, summary());
        assertVerifies(folder);
    }

    @Test
    void areDiscardedOnRequest() throws Exception {
        var table = new RefusingSink(1, RefusedRowsTest::isEven, n -> n == 3);

        run(
                folder,
                pipeline ->
                        pipeline.source(ListSource.counting(6)).sink("output", table, Map.of("on_error", "discard")));

        assertThat(table.numbers()).containsExactly(1L, 5L);
        assertThat(summary().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 2L, Outcome.DISCARDED, 4L));
        assertThat(summary().reasons()).isEqualTo(Map.of("sink_refused", 4L));
        assertVerifies(folder);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void areInOrderWhetherRefusedWhenWrittenOrLater(int part) throws Exception {
        var table = new RefusingSink(part, n -> n % 3 == 0, RefusedRowsTest::isEven);

        run(folder, shape(20, table, errors));

        List<Long> refused = LongStream.rangeClosed(1, 20)
                .filter(n -> n % 3 == 0 || isEven(n))
                .boxed()
                .toList();
        assertThat(numbers(errors)).isEqualTo(refused);
        assertThat(table.numbers()).doesNotContainAnyElementsOf(refused).hasSize(20 - refused.size());
        assertVerifies(folder);
    }

    @ParameterizedTest
    @CsvSource({"1, note", "1, outcome", "1, error_mark", "4, note", "4, outcome", "4, error_mark"})
    void areDecidedOnce(int part, String death) throws Exception {
        Set<Long> asked = new HashSet<>();
        // a row is refused when it is first asked for, and would be accepted later
        var table = new RefusingSink(part, _ -> false, n -> isEven(n) && asked.add(n));
        Predicate<LogEntry> kill = entry -> switch (entry) {
            case LogEntry.RunNoted note -> death.equals("note") && note.type().equals("sink_refused");
            case LogEntry.OutcomeReached end -> death.equals("outcome") && end.rowSeq() == 2;
            case LogEntry.SinkSynced mark ->
                death.equals("error_mark")
                        && mark.sink().equals("refused")
                        && mark.mark().rows() > 0;
            default -> false;
        };
        assertThatThrownBy(() -> run(
                        folder,
                        shape(8, table, errors).andThen(p -> p.landscape().breakAt(kill))))
                .isInstanceOf(RunDefect.class);
        boolean onRecord = !death.equals("note");

        RunResult result = resume(shape(8, table, errors));

        List<Long> all = LongStream.rangeClosed(1, 8).boxed().toList();
        List<Long> even = List.of(2L, 4L, 6L, 8L);
        if (onRecord) {
            assertThat(numbers(errors)).isEqualTo(even);
            assertThat(table.numbers()).containsExactly(1L, 3L, 5L, 7L);
        } else {
            assertThat(table.numbers())
                    .as("nothing was on record, so it was asked again")
                    .contains(2L);
        }
        assertThat(table.numbers().size() + errors.rows().size()).isEqualTo(all.size());
        EngineTest.assertAddsUp(result, summary());
        assertVerifies(folder);
    }

    @Test
    void failInTheLandscapeAloneIfTheErrorSinkRefusesThemToo() throws Exception {
        var table = new RefusingSink(1, _ -> false, RefusedRowsTest::isEven);
        var second = new RefusingSink(1, n -> n == 2, n -> n == 4);

        run(folder, shape(6, table, second));

        assertThat(second.numbers()).containsExactly(6L);
        assertThat(summary().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 3L, Outcome.FAILED, 3L));
        assertThat(summary().sinkRows()).isEqualTo(Map.of("output", 3L, "refused", 1L));
        assertVerifies(folder);
    }

    @Test
    void followTheirEdgeInAGraph() throws Exception {
        var table = new RefusingSink(1, _ -> false, RefusedRowsTest::isEven);
        RowTransform fails = (row, _) -> RefusingSink.number(row) == 3
                ? TransformResult.error(Reason.of("three", "it is three"))
                : TransformResult.success(row);
        var failed = new ListSink();

        run(
                folder,
                shape(6, table, errors)
                        .andThen(pipeline -> pipeline.transform("fails", fails, Map.of("on_error", "failed"))
                                .node(
                                        "route",
                                        "gate",
                                        Map.of("by", "row.n < 0", "routes", Map.of("true", "failed"), "else", "output"))
                                .sink("failed", failed)));

        assertThat(numbers(errors)).containsExactly(2L, 4L, 6L);
        assertThat(numbers(failed)).containsExactly(3L);
        assertThat(table.numbers()).containsExactly(1L, 5L);
        assertVerifies(folder);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "refused | failed | must be a separate sink: 'refused' receives other rows too",
                "output | - | must be another sink",
                "nowhere | - | there is no sink 'nowhere'",
            })
    void needASinkOfTheirOwn(String onError, String transformErrors, String message) {
        RowTransform pass = (row, _) -> TransformResult.success(row);
        assertThatThrownBy(() -> assemble(pipeline -> pipeline.source(ListSource.counting(1))
                        .transform("pass", pass, transformErrors.equals("-") ? Map.of() : Map.of("on_error", "refused"))
                        .sink("output", new ListSink(), Map.of("on_error", onError))
                        .sink("refused", errors)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @Test
    void needASinkThatDoesNotLagAndPassesNothingOn() {
        var lagging = new RefusingSink(3, _ -> false, _ -> false);
        assertThatThrownBy(() -> assemble(shape(1, new ListSink(), lagging)))
                .hasMessageContaining("must be a sink that makes each row durable at once: 'refused' writes in parts");
        assertThatThrownBy(() -> assemble(pipeline -> pipeline.source(ListSource.counting(1))
                        .sink("output", new ListSink(), TO_REFUSED)
                        .sink("refused", errors, Map.of("on_error", "third"))
                        .sink("third", new ListSink())))
                .hasMessageContaining("must be a sink without an on_error: 'refused' has one");
    }

    @Test
    @Timeout(3_600) // for thousands of histories
    @Tag("slow")
    void areNeitherLostNorTwiceWhateverDies() throws Exception {
        int deaths = 0;
        for (int seed = 1; seed <= HISTORIES; seed++) {
            deaths += history(seed);
        }
        assertThat(deaths).isGreaterThan(HISTORIES);
    }

    /// Processes that die at random records and steps of the sinks, with a target that may change its mind about rows
    /// that it refused; returns how many died.
    private int history(int seed) throws Exception {
        var random = new Random(seed);
        String as = "seed " + seed;
        Path where = Files.createDirectory(folder.resolve("history" + seed));
        var accepted = new HashSet<Long>();
        RefusingSink.Rule moody = n -> !accepted.contains(n) && random.nextInt(3) == 0;
        RefusingSink.Rule once = n -> {
            dieAt(random);
            boolean refuses = moody.refuses(n);
            if (!refuses) {
                accepted.add(n);
            }
            return refuses;
        };
        var table = new RefusingSink(1 + random.nextInt(4), _ -> false, once);
        var errorRows = new ListSink(_ -> {
            dieAt(random);
            return Optional.empty();
        });
        String order = random.nextBoolean() ? "input" : "none";
        Predicate<LogEntry> kill = entry -> switch (entry) {
            case LogEntry.RunNoted note -> note.type().equals("sink_refused") && random.nextInt(20) == 0;
            case LogEntry.OutcomeReached _, LogEntry.SinkSynced _ -> random.nextInt(40) == 0;
            default -> false;
        };
        Consumer<TestPipeline> shape = shape(25, table, errorRows)
                .andThen(pipeline -> pipeline.with("order", order).landscape().breakAt(kill));
        int deaths = 0;
        Optional<String> started = Optional.empty();
        while (true) {
            Optional<String> before = started;
            try {
                run(
                        where,
                        shape.andThen(pipeline ->
                                before.ifPresent(id -> pipeline.startMode(new RunStartMode.Resumed(id, false)))));
                break;
            } catch (RunDefect | IOException died) {
                deaths++;
                started = Optional.of(summary().runId());
            }
        }
        List<Long> inErrors =
                errorRows.rows().stream().map(RefusingSink::number).toList();
        assertThat(inErrors).as(as).doesNotHaveDuplicates().doesNotContainAnyElementsOf(table.numbers());
        assertThat(inErrors.size() + table.numbers().size()).as(as).isEqualTo(25);
        assertThat(summary().outcomes().getOrDefault(Outcome.FAILED, 0L)).as(as).isEqualTo(inErrors.size());
        assertVerifies(where);
        GraphModelTest.delete(where);
        return deaths;
    }

    private static void dieAt(Random random) throws IOException {
        if (random.nextInt(40) == 0) {
            throw new IOException("died");
        }
    }
}
