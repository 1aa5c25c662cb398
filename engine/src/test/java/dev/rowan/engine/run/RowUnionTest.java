package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.call.Replay;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Joins whose rows continue on their own, what replays make of joins, and rows with too many tokens.
class RowUnionTest extends EngineTest {
    private static Map<String, Object> branches() {
        var branches = new LinkedHashMap<String, Object>();
        branches.put("a", "a");
        branches.put("b", "b");
        return branches;
    }

    private static RowTransform adding(String field) {
        return (row, _) -> TransformResult.success(row.with(field, true));
    }

    private TestPipeline apart(TestPipeline to, ListSink sink) {
        return to.source(ListSource.counting(2))
                .node("both", "fork", branches())
                .transform("a", adding("a"), "done", Map.of())
                .transform("b", adding("b"), "done", Map.of())
                .node("done", "join", Map.of("merge", "rows"))
                .transform("last", adding("z"))
                .sink("output", sink);
    }

    private static Row[] expected() {
        return new Row[] {
            Row.of("n", 1).with("a", true).with("z", true),
                    Row.of("n", 1).with("b", true).with("z", true),
            Row.of("n", 2).with("a", true).with("z", true),
                    Row.of("n", 2).with("b", true).with("z", true)
        };
    }

    @Test
    void eachArrivedRowContinuesOnItsOwn() throws Exception {
        RunResult result = apart(pipeline, output).run();

        assertThat(output.rows()).containsExactly(expected());
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.SPLIT, 2L, Outcome.COMPLETED, 4L));
        assertThat(pipeline.story(1).ends()).extracting(RowHistory.End::part).containsExactly(0, 1, 2);
        assertAddsUp(result, pipeline.summary());
    }

    @Test
    void continuesOnItsOwnAfterAResume() throws Exception {
        apart(pipeline, output);
        pipeline.landscape()
                .breakAt(entry -> entry instanceof LogEntry.StateClosed closed
                        && closed.key().node() == 4
                        && closed.key().part() == 2);
        assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class);
        String run = pipeline.summary().runId();
        pipeline.close();
        pipeline = new TestPipeline(folder);

        apart(pipeline, output).startMode(new RunStartMode.Resumed(run, false)).run();

        assertThat(output.rows()).containsExactly(expected());
    }

    /// The second branch is first in the run; in the replay the first one would be.
    @Test
    void aReplayDecidesAsTheRunDid() throws Exception {
        var second = new CountDownLatch(1);
        pipeline.landscape().breakAt(entry -> {
            if (entry instanceof LogEntry.OutcomeReached) {
                second.countDown();
            }
            return false;
        });
        RowTransform late = (row, _) -> {
            assertThat(second.await(120, TimeUnit.SECONDS)).isTrue();
            return TransformResult.success(row.with("a", true));
        };
        RunResult ran = first(pipeline, late, output).run();
        assertThat(output.rows()).containsExactly(Row.of("n", 1).with("b", true));
        var repeatedRows = new ListSink();
        try (LandscapeReader record = pipeline.landscape().reader();
                var repeated = new TestPipeline(Files.createDirectory(folder.resolve("again")))) {
            first(repeated, adding("a"), repeatedRows)
                    .with("row_parallelism", 1)
                    .assemble(new RunStartMode.Replayed(
                            ran.runId(), record, Replay.strict(false), Map.of(0, 0, 1, 1, 2, 2, 3, 3)))
                    .run();
            assertThat(repeated.story(1).ends())
                    .extracting(RowHistory.End::outcome)
                    .containsExactly(Outcome.COMPLETED, Outcome.DISCARDED, Outcome.MERGED);
        }

        assertThat(repeatedRows.rows()).isEqualTo(output.rows());
    }

    private static TestPipeline first(TestPipeline to, RowTransform a, ListSink sink) {
        return to.source(ListSource.counting(1))
                .node("both", "fork", branches())
                .transform("a", a, "done", Map.of())
                .transform("b", adding("b"), "done", Map.of())
                .node("done", "join", Map.of("policy", "any"))
                .sink("output", sink);
    }

    @Test
    void aRowThatWouldGetTooManyTokensFails() throws Exception {
        RowTransform many = (row, _) ->
                TransformResult.successMulti(Objects.equals(row.get("n"), 1L) ? List.of(row, row, row) : List.of(row));
        RunResult result = pipeline.source(ListSource.counting(2))
                .with("max_row_tokens", 5)
                .node("both", "fork", branches())
                .transform("a", many, "done", Map.of(), Capability.CREATES_TOKENS)
                .transform("b", adding("b"), "output", Map.of())
                .node("done", "join", Map.of("of", "a"))
                .sink("output", output)
                .run();

        assertThat(result.counts().reasons()).isEqualTo(Map.of("too_many_tokens", 1L));
        assertThat(output.rows()).hasSize(3);
        assertThat(pipeline.story(1).ends())
                .extracting(RowHistory.End::outcome)
                .containsExactly(Outcome.SPLIT, Outcome.FAILED, Outcome.COMPLETED);
    }

    /// The branch that comes first gets its tokens; a replay gives them to the same one.
    @Test
    void aReplayRefusesTheTokensThatWereRefused() throws Exception {
        var taken = new CountDownLatch(1);
        RowTransform late = (row, _) -> {
            assertThat(taken.await(120, TimeUnit.SECONDS)).isTrue();
            return TransformResult.successMulti(List.of(row.with("a", 1), row.with("a", 2)));
        };
        RowTransform early = (row, _) -> TransformResult.successMulti(List.of(row.with("b", 1), row.with("b", 2)));
        pipeline.landscape().breakAt(entry -> {
            if (entry instanceof LogEntry.StateClosed closed && closed.key().node() == 2) {
                taken.countDown();
            }
            return false;
        });
        RunResult ran = greedy(pipeline, late, early, output).run();
        assertThat(ran.counts().reasons()).isEqualTo(Map.of("too_many_tokens", 1L));
        assertThat(output.rows()).extracting(row -> row.get("b")).containsExactly(1L, 2L);

        var repeatedRows = new ListSink();
        RowTransform atOnce = (row, _) -> TransformResult.successMulti(List.of(row.with("a", 1), row.with("a", 2)));
        try (LandscapeReader record = pipeline.landscape().reader();
                var repeated = new TestPipeline(Files.createDirectory(folder.resolve("again")))) {
            greedy(repeated, atOnce, early, repeatedRows)
                    .with("row_parallelism", 1)
                    .assemble(new RunStartMode.Replayed(
                            ran.runId(), record, Replay.strict(false), Map.of(0, 0, 1, 1, 2, 2, 3, 3)))
                    .run();
        }

        assertThat(repeatedRows.rows()).isEqualTo(output.rows());
    }

    private static TestPipeline greedy(TestPipeline to, RowTransform a, RowTransform b, ListSink sink) {
        return to.source(ListSource.counting(1))
                .with("max_row_tokens", 4)
                .node("both", "fork", branches())
                .transform("a", a, "output", Map.of(), Capability.CREATES_TOKENS, Capability.CALLS_OUT)
                .transform("b", b, "output", Map.of(), Capability.CREATES_TOKENS)
                .sink("output", sink);
    }
}
