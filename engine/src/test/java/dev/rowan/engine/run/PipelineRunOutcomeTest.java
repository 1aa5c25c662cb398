package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.FlakyTransform;
import dev.rowan.engine.LatencyTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.RunEnd;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class PipelineRunOutcomeTest extends EngineTest {
    private static final Map<String, ?> THREE_QUICK_ATTEMPTS =
            Map.of("retry", Map.of("max_attempts", 3, "initial_delay", "1ms", "max_delay", "1ms"));

    private final ListSink failed = new ListSink();

    @Test
    void aFlakyTransformPassesTheRowAtItsThirdAttemptAndEachAttemptIsAVisit() throws Exception {
        RunResult result = pipeline.source(ListSource.counting(1))
                .transform("flaky", new FlakyTransform(2), THREE_QUICK_ATTEMPTS)
                .sink("output", output)
                .run();

        assertThat(output.rows()).containsExactly(Row.of("n", 1).with("attempt", 3));
        RowHistory story = pipeline.story(1);
        assertThat(story.visits()).extracting(RowHistory.Visit::attempt).containsExactly(1, 2, 3);
        assertThat(story.visits())
                .extracting(RowHistory.Visit::status)
                .containsExactly("failed", "failed", "completed");
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void aRowThatIsStillUnavailableAfterTheLastAttemptFails() throws Exception {
        RunResult result = pipeline.source(ListSource.counting(1))
                .transform("flaky", new FlakyTransform(3), THREE_QUICK_ATTEMPTS)
                .sink("output", output)
                .run();

        assertThat(output.rows()).isEmpty();
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, 1));
        assertThat(pipeline.story(1).visits()).hasSize(3);
    }

    @Test
    void aPermanentErrorIsNotTriedAgainAndGoesToTheErrorSinkWithItsReason() throws Exception {
        RunResult result = pipeline.source(ListSource.counting(1))
                .transform("refusing", (RowTransform) (_, _) -> Refusal.failed("broken"), Map.of("on_error", "failed"))
                .sink("output", output)
                .sink("failed", failed)
                .run();

        var error = new LinkedHashMap<String, Object>();
        error.put("node", "refusing");
        error.put("reason", "broken");
        error.put("message", "it does not work");
        error.put("detail", 7L);
        error.put("attempts", 1L);
        error.put("run", result.runId());
        error.put("row_seq", 1L);
        assertThat(failed.rows()).containsExactly(Row.of("n", 1).with("_error", error));
        assertThat(output.rows()).isEmpty();
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, 1));
        assertThat(pipeline.story(1).ends()).singleElement().satisfies(end -> {
            assertThat(end.reason()).contains("broken");
            assertThat(end.sink()).contains("failed");
        });
    }

    @Test
    void aReasonsDetailsDoNotHideWhereAndWhyTheRowFailed() throws Exception {
        Reason posing = Reason.of("broken", "true words")
                .with("node", "x")
                .with("reason", "y")
                .with("row_seq", 99);

        pipeline.source(ListSource.counting(1))
                .transform(
                        "refusing",
                        (RowTransform) (_, _) -> TransformResult.error(posing),
                        Map.of("on_error", "failed"))
                .sink("output", output)
                .sink("failed", failed)
                .run();

        assertThat(failed.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.get("_error"))
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .containsEntry("node", "refusing")
                        .containsEntry("reason", "broken")
                        .containsEntry("row_seq", 1L));
    }

    @Test
    void aRowWithoutAnErrorSinkEndsWhereItFailedAndStaysReadable() throws Exception {
        RunResult result = pipeline.source(ListSource.counting(1))
                .transform("refusing", (RowTransform) (_, _) -> Refusal.failed("broken"))
                .sink("output", output)
                .run();

        assertThat(output.rows()).isEmpty();
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, 1));
        assertThat(result.counts().sinks()).isEmpty();
        assertThat(pipeline.story(1).row()).contains(Row.of("n", 1));
    }

    @Test
    void aBlockedRowIsNoFailure() throws Exception {
        RunResult result = pipeline.source(ListSource.counting(1))
                .transform("filter", (RowTransform) (_, _) -> Refusal.blocked("secret"))
                .sink("output", output)
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.BLOCKED, 1));
        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
    }

    @Test
    void discardsTheRowAndRecordsIt() throws Exception {
        RunResult result = pipeline.source(ListSource.counting(1))
                .transform("filter", (RowTransform) (_, _) -> Refusal.blocked("secret"), Map.of("on_error", "discard"))
                .sink("output", output)
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.DISCARDED, 1));
        assertThat(pipeline.story(1).ends())
                .singleElement()
                .satisfies(end -> assertThat(end.reason()).contains("secret"));
    }

    @Test
    void aRowThatDoesNotFitTheSchemaNeverReachesTheTransform() throws Exception {
        var latency = LatencyTransform.untilTogether(1);

        RunResult result = pipeline.source(ListSource.counting(1))
                .transform("strict", latency, Map.of("schema", Map.of("fields", List.of("n: str"))))
                .sink("output", output)
                .run();

        assertThat(latency.peak()).isZero();
        assertThat(result.counts().reasons()).isEqualTo(Map.of("schema_violation", 1L));
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, 1));
    }

    @Test
    void anUnreadableRecordIsQuarantined() throws Exception {
        RunResult result = pipeline.source(ListSource.of(
                        List.of(ListSource.numbered(1), ListSource.unreadable(2), ListSource.numbered(3))))
                .sink("output", output)
                .run();

        assertThat(output.rows()).containsExactly(Row.of("n", 1), Row.of("n", 3));
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 2L, Outcome.QUARANTINED, 1L));
        assertThat(pipeline.story(2).raw()).contains("raw 2");
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void anUnreadableRecordGoesToTheSourcesErrorSink() throws Exception {
        pipeline.source(ListSource.of(List.of(ListSource.unreadable(1))), Map.of("on_error", "failed"))
                .sink("output", output)
                .sink("failed", failed)
                .run();

        assertThat(failed.rows()).singleElement().satisfies(row -> {
            assertThat(row.get("position")).isEqualTo("record 1");
            assertThat(row.get("raw")).isEqualTo("raw 1");
            assertThat(row.get("_error"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .containsEntry("node", "source")
                    .containsEntry("reason", "ragged");
        });
    }

    @Test
    void reloadsEveryKindOfRowWhenMemoryIsShort() throws Exception {
        int rows = 60;
        var last = new CountDownLatch(1);
        RowTransform mixed = (row, _) -> {
            int n = row.get("n") instanceof Long number ? Math.toIntExact(number) : 0;
            if (n == 1) {
                last.await();
            }
            if (n == rows) {
                last.countDown();
            }
            return n % 3 == 0 ? Refusal.failed("third") : TransformResult.success(row.with("seen", true));
        };
        List<Source.Item> items = IntStream.rangeClosed(1, rows)
                .mapToObj(n -> n % 5 == 2 ? ListSource.unreadable(n) : ListSource.numbered(n))
                .toList();

        RunResult result = pipeline.with("reorder_memory", 1)
                .source(ListSource.of(items), Map.of("on_error", "failed"))
                .transform("mixed", mixed, Map.of("on_error", "failed"))
                .sink("output", output)
                .sink("failed", failed)
                .run();

        assertThat(failed.rows()).extracting(row -> rowSeq(row)).isSorted();
        assertThat(failed.rows()).anySatisfy(row -> assertThat(row.get("raw")).isEqualTo("raw 7"));
        assertThat(failed.rows()).anySatisfy(row -> assertThat(row.get("n")).isEqualTo(6L));
        assertThat(output.rows()).allSatisfy(row -> assertThat(row.get("seen")).isEqualTo(true));
        assertThat(output.rows().size() + failed.rows().size()).isEqualTo(rows);
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void aRowThatItsSinkCannotHoldFailsAndTheOthersAreWritten() throws Exception {
        var choosy = new ListSink(row ->
                Row.of("n", 2).equals(row) ? Optional.of(Reason.of("too_wide", "does not fit")) : Optional.empty());

        RunResult result =
                pipeline.source(ListSource.counting(3)).sink("output", choosy).run();

        assertThat(choosy.rows()).containsExactly(Row.of("n", 1), Row.of("n", 3));
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 2L, Outcome.FAILED, 1L));
        assertThat(result.counts().reasons()).isEqualTo(Map.of("too_wide", 1L));
        assertAddsUp(result, pipeline.summary());
    }

    private static long rowSeq(Row row) {
        return row.get("_error") instanceof Map<?, ?> error && error.get("row_seq") instanceof Long seq ? seq : -1;
    }
}
