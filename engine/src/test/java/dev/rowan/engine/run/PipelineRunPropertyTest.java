package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PipelineRunPropertyTest {

    /// What happens to a row.
    enum RowCase {
        UNREADABLE,
        PASSES,
        PASSES_AT_THE_SECOND_ATTEMPT,
        FAILS,
        IS_BLOCKED,
        BECOMES_NONE,
        BECOMES_TWO_AND_ONE_FAILS
    }

    /// Where rows go that do not pass.
    enum OnError {
        NOWHERE,
        DISCARD,
        SINK;

        Map<String, Object> option() {
            return switch (this) {
                case NOWHERE -> Map.of();
                case DISCARD -> Map.of("on_error", "discard");
                case SINK -> Map.of("on_error", "failed");
            };
        }

        Outcome of(Outcome outcome) {
            return this == DISCARD ? Outcome.DISCARDED : outcome;
        }
    }

    @Property(tries = 40)
    void countsAlwaysAddUp(
            @ForAll @Size(max = 40) List<RowCase> fates,
            @ForAll OnError onError,
            @ForAll boolean ordered,
            @ForAll @IntRange(min = 1, max = 8) int window,
            @ForAll @IntRange(min = 1, max = 400) int memory)
            throws Exception {
        var output = new ListSink();
        var failed = new ListSink();
        Path folder = Files.createTempDirectory("rowan-property");
        try (var pipeline = new TestPipeline(folder)) {
            RunResult result = pipeline.with("order", ordered ? "input" : "none")
                    .with("window", window)
                    .with("reorder_memory", memory)
                    .source(ListSource.of(items(fates)), Map.of("on_error", "failed"))
                    .transform("fate", new Fateful(fates), retrying(onError), Capability.CREATES_TOKENS)
                    .transform("second", new RefusingSecondParts(), onError.option())
                    .sink("output", output)
                    .sink("failed", failed)
                    .run();

            Map<Outcome, Long> expected = expected(fates, onError);
            assertThat(result.counts().outcomes()).isEqualTo(expected);
            assertThat(result.counts().rowsRead()).isEqualTo(fates.size());
            EngineTest.assertAddsUp(result, pipeline.summary());
            assertThat((long) output.rows().size()).isEqualTo(expected.getOrDefault(Outcome.COMPLETED, 0L));
            if (ordered) {
                assertThat(output.rows())
                        .extracting(row -> String.valueOf(row.get("n")))
                        .isSortedAccordingTo(Comparator.comparing(Long::valueOf));
            }
        } finally {
            delete(folder);
        }
    }

    private static List<Source.Item> items(List<RowCase> fates) {
        return IntStream.rangeClosed(1, fates.size())
                .mapToObj(
                        n -> fates.get(n - 1) == RowCase.UNREADABLE ? ListSource.unreadable(n) : ListSource.numbered(n))
                .toList();
    }

    private static Map<String, Object> retrying(OnError onError) {
        var options = new HashMap<>(onError.option());
        options.put("retry", Map.of("initial_delay", "1ms", "max_delay", "1ms"));
        return options;
    }

    private static Map<Outcome, Long> expected(List<RowCase> fates, OnError onError) {
        var counts = new EnumMap<Outcome, Long>(Outcome.class);
        fates.stream()
                .flatMap(fate -> switch (fate) {
                    case UNREADABLE -> Stream.of(Outcome.QUARANTINED);
                    case PASSES, PASSES_AT_THE_SECOND_ATTEMPT -> Stream.of(Outcome.COMPLETED);
                    case FAILS -> Stream.of(onError.of(Outcome.FAILED));
                    case IS_BLOCKED -> Stream.of(onError.of(Outcome.BLOCKED));
                    case BECOMES_NONE -> Stream.of(Outcome.DISCARDED);
                    case BECOMES_TWO_AND_ONE_FAILS -> Stream.of(Outcome.COMPLETED, onError.of(Outcome.FAILED));
                })
                .forEach(outcome -> counts.merge(outcome, 1L, Long::sum));
        return counts;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /// Does to each row what its fate says.
    private record Fateful(List<RowCase> fates) implements RowTransform {
        @Override
        public TransformResult process(Row row, PluginContext context) {
            return switch (fates.get(Math.toIntExact(context.token().rowSeq()) - 1)) {
                case PASSES -> TransformResult.success(row);
                case PASSES_AT_THE_SECOND_ATTEMPT ->
                    context.attempt() == 2
                            ? TransformResult.success(row.with("again", true))
                            : TransformResult.error(
                                    Reason.of("unavailable", "try again").asRetryable());
                case FAILS -> Refusal.failed("fails");
                case IS_BLOCKED -> Refusal.blocked("blocked");
                case BECOMES_NONE -> TransformResult.successMulti(List.of());
                case BECOMES_TWO_AND_ONE_FAILS ->
                    TransformResult.successMulti(List.of(row.with("part", 0), row.with("part", 1)));
                case UNREADABLE -> throw new IllegalStateException("an unreadable record came to a transform");
            };
        }
    }

    private record RefusingSecondParts() implements RowTransform {
        @Override
        public TransformResult process(Row row, PluginContext context) {
            return context.token().part() == 0 ? TransformResult.success(row) : Refusal.failed("second_part");
        }
    }
}
