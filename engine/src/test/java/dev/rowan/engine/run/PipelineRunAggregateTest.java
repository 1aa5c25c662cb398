package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Aggregator;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Aggregates in the engine: what closes groups, and what becomes of them when a run stops, dies or lacks memory.
class PipelineRunAggregateTest extends EngineTest {
    private static final Row FIRST = Row.of("all", List.of(1L, 2L));

    /// Collects the field `n`; refuses a member with `n` = 13, and breaks with 14.
    private record Numbers() implements AggregatorPlugin {
        @Override
        public String name() {
            return "numbers";
        }

        @Override
        public String version() {
            return "test";
        }

        @Override
        public String description() {
            return "Collects numbers.";
        }

        @Override
        public Options options() {
            return Options.of();
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of(Capability.DETERMINISTIC);
        }

        @Override
        public Aggregator configure(Section options) {
            return () -> new Collected(new ArrayList<>());
        }
    }

    private record Collected(List<Object> numbers) implements Aggregator.Group {
        @Override
        public Optional<Reason> add(Row member) {
            Object number = String.valueOf(member.get("n"));
            if (number.equals("14")) {
                throw new IllegalStateException("a defect of the plugin");
            }
            if (number.equals("13")) {
                return Optional.of(Reason.of("unlucky", "13 is refused"));
            }
            numbers.add(Long.parseLong(String.valueOf(number)));
            return Optional.empty();
        }

        @Override
        public TransformResult close() {
            return TransformResult.success(Row.of("all", List.copyOf(numbers)));
        }
    }

    /// The machine's clock with an offset.
    private record Later(Duration by) implements Time {
        private static final Time REAL = new SystemTime();

        @Override
        public Instant instant() {
            return REAL.instant().plus(by);
        }

        @Override
        public long nanos() {
            return REAL.nanos() + by.toNanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            REAL.sleep(duration);
        }
    }

    private TestPipeline aggregating(Source source, Map<String, ?> keys) {
        return pipeline.source(source)
                .aggregate("groups", new Numbers(), keys)
                .transform("after", (RowTransform) (row, _) -> TransformResult.success(row))
                .sink("output", output);
    }

    private List<String> triggers() {
        return pipeline.landscape().entries(LogEntry.GroupEnded.class).stream()
                .map(LogEntry.GroupEnded::trigger)
                .toList();
    }

    /// Rows 1 and 2, and row 3 when the first group is closed.
    private Source pausing() {
        return new Source() {
            private int given;

            @Override
            public void open() {
                given = 0;
            }

            @Override
            public Optional<Item> next() {
                if (given == 2) {
                    awaitGroup();
                }
                return given < 3 ? Optional.of(ListSource.numbered(++given)) : Optional.empty();
            }

            @Override
            public long progress() {
                return given;
            }

            @Override
            public OptionalLong size() {
                return OptionalLong.of(3);
            }

            @Override
            public String describe() {
                return "three rows";
            }

            @Override
            public void close() {}
        };
    }

    private void awaitGroup() {
        try (LandscapeReader reader = pipeline.landscape().reader()) {
            String run = reader.runs().resolve("latest");
            while (reader.groups().closed(run, 1).isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void closesAGroupWhenItsTimeHasPassed() throws Exception {
        pipeline.at(new AcceleratedTime(20));
        RunResult result = aggregating(pausing(), Map.of("timeout", "10s")).run();

        assertThat(output.rows()).containsExactly(FIRST, Row.of("all", List.of(3L)));
        assertThat(triggers()).containsExactly("timeout", "end");
        assertThat(result.counts().rowsDerived()).isEqualTo(2);
        assertThat(pipeline.summary().isCompleted()).isTrue();
    }

    @Test
    void closesAGroupByItsExpression() throws Exception {
        aggregating(ListSource.counting(5), Map.of("when", "count * 2 >= 4 || bytes > 100000"))
                .run();

        assertThat(triggers()).containsExactly("when", "when", "end");
    }

    @Test
    void failsAGroupWhoseExpressionFails() throws Exception {
        RunResult result = aggregating(ListSource.counting(2), Map.of("when", "1 / (count - 1) > 7"))
                .run();

        assertThat(output.rows()).isEmpty();
        assertThat(result.counts().reasons()).containsEntry("expression_error", 2L);
        assertThat(pipeline.summary().isCompleted()).isTrue();
    }

    @Test
    void readsValuesBackThatExceedTheMemory() throws Exception {
        List<Source.Item> items =
                IntStream.range(101, 2_101).mapToObj(ListSource::numbered).toList();
        aggregating(ListSource.of(items), Map.of("by", "row.n % 2", "max_bytes", 300))
                .run();

        assertThat(output.rows()).hasSize(2);
        assertThat(String.valueOf(output.rows().getFirst().get("all")))
                .startsWith("[101, 103, 105")
                .endsWith("2099]");
    }

    @Test
    void endsRefusedMembersAndBrokenGroupsByOnError() throws Exception {
        var bad = new ListSink();
        RunResult result = aggregating(ListSource.counting(15), Map.of("count", 5, "on_error", "bad"))
                .sink("bad", bad)
                .run();

        assertThat(output.rows()).hasSize(2);
        assertThat(bad.rows()).hasSize(2).allMatch(row -> row.has("_error"));
        assertThat(result.counts().reasons()).containsEntry("unlucky", 1L).containsEntry("aggregator_error", 1L);
        assertThat(pipeline.summary().isCompleted()).isTrue();
    }

    @Test
    void keepsGroupsOpenForTheNextProcess() throws Exception {
        aggregating(ListSource.counting(4), Map.of("count", 3, "timeout", "10m"))
                .limit(2)
                .run();
        assertThat(triggers()).isEmpty();
        assertThat(pipeline.summary().outcomes()).isEqualTo(only(Outcome.MERGED, 2));
        String run = pipeline.summary().runId();
        pipeline.close();

        pipeline = new TestPipeline(folder);
        pipeline.at(new Later(Duration.ofHours(1)));
        aggregating(ListSource.counting(4), Map.of("count", 3, "timeout", "10m"))
                .startMode(new RunStartMode.Resumed(run, false))
                .run();
        assertThat(output.rows()).containsExactly(Row.of("all", List.of(1L, 2L, 3L)), Row.of("all", List.of(4L)));
        assertThat(triggers()).as("the time between is not counted").containsExactly("count", "end");
    }

    private void diesAndResumes(Predicate<LogEntry> at) throws IOException, InterruptedException {
        Map<String, ?> keys = Map.of("by", "row.n % 2", "count", 2);
        aggregating(ListSource.counting(7), keys).landscape().breakAt(at);
        assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class);
        String run = pipeline.summary().runId();
        pipeline.close();

        pipeline = new TestPipeline(folder);
        aggregating(ListSource.counting(7), keys)
                .startMode(new RunStartMode.Resumed(run, false))
                .run();
        assertThat(output.rows())
                .containsExactlyInAnyOrder(
                        Row.of("all", List.of(1L, 3L)),
                        Row.of("all", List.of(2L, 4L)),
                        Row.of("all", List.of(5L, 7L)),
                        Row.of("all", List.of(6L)));
        assertThat(pipeline.summary().isCompleted()).isTrue();
        assertThat(pipeline.summary().rowsDerived()).isEqualTo(4);
    }

    @Test
    void survivesADeathAtTheEndOfAGroup() throws Exception {
        diesAndResumes(LogEntry.GroupEnded.class::isInstance);
    }

    @Test
    void survivesADeathAtADerivedRow() throws Exception {
        diesAndResumes(LogEntry.RowDerived.class::isInstance);
    }

    @Test
    void survivesADeathAtTheVisitOfADerivedRow() throws Exception {
        diesAndResumes(entry -> entry instanceof LogEntry.StateClosed);
    }

    @Test
    void survivesADeathAtTheOutcomeOfADerivedRow() throws Exception {
        diesAndResumes(entry -> entry instanceof LogEntry.OutcomeReached);
    }
}
