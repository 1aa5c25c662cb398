package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.LatencyTransform;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.history.RowHistory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PipelineRunSplitTest extends EngineTest {

    @Test
    void aSplitRowHasOneOutcomePerToken() throws Exception {
        RunResult result = pipeline.source(ListSource.counting(2))
                .transform("split", splitting("part", 3), Map.of(), Capability.CREATES_TOKENS)
                .sink("output", output)
                .run();

        assertThat(output.rows())
                .extracting(row -> row.get("n") + "." + row.get("part"))
                .containsExactly("1.0", "1.1", "1.2", "2.0", "2.1", "2.2");
        assertThat(pipeline.story(1).ends()).extracting(RowHistory.End::part).containsExactly(0, 1, 2);
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, 6));
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void nestedPartsAreReleasedByPartNumber() throws Exception {
        pipeline.source(ListSource.counting(1))
                .transform("split", splitting("outer", 2), Map.of(), Capability.CREATES_TOKENS)
                .transform("again", splitting("inner", 2), Map.of(), Capability.CREATES_TOKENS)
                .sink("output", output)
                .run();

        assertThat(pipeline.story(1).ends()).extracting(RowHistory.End::part).containsExactly(0, 1, 2, 3);
        assertThat(output.rows())
                .extracting(row -> row.get("outer") + "." + row.get("inner"))
                .containsExactly("0.0", "1.0", "0.1", "1.1");
    }

    @Test
    void eachPartGoesItsOwnWay() throws Exception {
        RowTransform refusingOne = (row, _) ->
                Long.valueOf(1).equals(row.get("part")) ? Refusal.failed("one") : TransformResult.success(row);

        RunResult result = pipeline.source(ListSource.counting(1))
                .transform("split", splitting("part", 3), Map.of(), Capability.CREATES_TOKENS)
                .transform("refusing", refusingOne)
                .sink("output", output)
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 2L, Outcome.FAILED, 1L));
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void aRowWithoutOutputsIsDiscarded() throws Exception {
        RunResult result = pipeline.source(ListSource.counting(2))
                .transform("split", splitting("part", 0), Map.of(), Capability.CREATES_TOKENS)
                .sink("output", output)
                .run();

        assertThat(output.rows()).isEmpty();
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.DISCARDED, 2));
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void partsComeBackFromTheLandscapeWhenMemoryIsShort() throws Exception {
        int rows = 20;
        var last = new CountDownLatch(rows - 1);
        var stuck = LatencyTransform.waiting((row, _) -> {
            if (Row.of("n", 1).equals(row)) {
                last.await();
            }
        });
        RowTransform countingDown = (row, _) -> {
            if (Long.valueOf(1).equals(row.get("part"))) {
                last.countDown();
                return Refusal.failed("one");
            }
            return TransformResult.success(row.with("passed", true));
        };

        RunResult result = pipeline.with("reorder_memory", 1)
                .source(ListSource.counting(rows))
                .transform("stuck", stuck)
                .transform("split", splitting("part", 2), Map.of(), Capability.CREATES_TOKENS)
                .transform("refusing", countingDown, Map.of("on_error", "output"))
                .sink("output", output)
                .run();

        assertThat(output.rows())
                .extracting(row -> row.get("n") + "." + row.get("part") + "." + row.get("passed"))
                .isEqualTo(numbers(1, rows).stream()
                        .flatMap(row -> List.of(row.get("n") + ".0.true", row.get("n") + ".1.null").stream())
                        .toList());
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void anUndeclaredSplitIsADefect() {
        pipeline.source(ListSource.counting(1))
                .transform("split", splitting("part", 2))
                .sink("output", output);

        assertThatThrownBy(pipeline::run)
                .isInstanceOf(RunDefect.class)
                .hasMessageContaining("transform 'split' failed at row 1")
                .hasMessageContaining("CREATES_TOKENS");
    }

    private static RowTransform splitting(String field, int parts) {
        return (row, _) -> TransformResult.successMulti(IntStream.range(0, parts)
                .mapToObj(part -> row.with(field, part))
                .toList());
    }
}
