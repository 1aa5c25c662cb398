package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Rows with forks and joins whose process is killed, and what the next one makes of them.
@Timeout(180)
class JoinResumeTest {
    private final ListSink output = new ListSink();
    private final ListSink other = new ListSink();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    private static Map<String, Object> branches(String... names) {
        var branches = new LinkedHashMap<String, Object>();
        for (String name : names) {
            branches.put(name, name);
        }
        return branches;
    }

    private static RowTransform adding(String field) {
        return (row, _) -> TransformResult.success(row.with(field, true));
    }

    private static RowTransform blocking(String code) {
        return (_, _) -> TransformResult.blocked(Reason.of(code, "no"));
    }

    /// The end of the first visit to a node.
    private static Predicate<LogEntry> visit(int node) {
        return entry ->
                entry instanceof LogEntry.StateClosed closed && closed.key().node() == node;
    }

    private String killed(Predicate<LogEntry> at, Consumer<TestPipeline> shape) {
        try (var pipeline = new TestPipeline(folder)) {
            shape.accept(pipeline.source(ListSource.counting(1)));
            pipeline.landscape().breakAt(at);
            assertThatThrownBy(pipeline::run).isInstanceOf(RunDefect.class);
            return pipeline.summary().runId();
        }
    }

    /// Kills a run at a record, resumes it, and returns how its row ended.
    private RowHistory resumedAfter(Predicate<LogEntry> at, Consumer<TestPipeline> shape) throws Exception {
        String run = killed(at, shape);
        try (var pipeline = new TestPipeline(folder)) {
            shape.accept(pipeline.source(ListSource.counting(1)));
            pipeline.startMode(new RunStartMode.Resumed(run, false)).run();
            return pipeline.story(1);
        }
    }

    @Test
    void aForkBehindAnErrorEdgeKeepsTheError() throws Exception {
        RowTransform why = (row, _) -> TransformResult.success(row.with(
                "why", row.get("_error") instanceof Map<?, ?> error ? error.get("reason") : "lost"));

        resumedAfter(
                visit(2),
                pipeline -> pipeline.transform("first", blocking("bad"), Map.of("on_error", "both"))
                        .node("both", "fork", branches("a", "b"))
                        .transform("a", why, "done", Map.of())
                        .transform("b", adding("b"), "done", Map.of())
                        .node("done", "join", Map.of())
                        .transform("last", why)
                        .sink("output", output));

        assertThat(output.rows())
                .containsExactly(Row.of("n", 1).with("why", "bad").with("b", true));
    }

    @Test
    void anExpansionBehindAnErrorEdgeKeepsTheError() throws Exception {
        RowTransform why = (row, _) -> TransformResult.success(row.with(
                "why", row.get("_error") instanceof Map<?, ?> error ? error.get("reason") : "lost"));
        RowTransform two = (row, _) -> TransformResult.successMulti(
                List.of(row.with("piece", 1).without(List.of("_error")), row.with("piece", 2)));

        resumedAfter(
                visit(2),
                pipeline -> pipeline.transform("first", blocking("bad"), Map.of("on_error", "pieces"))
                        .transform("pieces", two, Map.of(), Capability.CREATES_TOKENS)
                        .transform("each", adding("seen"))
                        .node("done", "join", Map.of("merge", "list", "as", "pieces"))
                        .transform("last", why)
                        .sink("output", output));

        assertThat(output.rows()).hasSize(1);
        assertThat(output.rows().getFirst().get("why")).isEqualTo("bad");
    }

    @Test
    void aTokenThatLeftItsJoinKeepsItsVerdict() throws Exception {
        RowHistory story = resumedAfter(
                visit(2),
                pipeline -> pipeline.node("both", "fork", branches("first", "second"))
                        .transform("first", blocking("bad"), "done", Map.of("on_error", "elsewhere"))
                        .transform("second", adding("b"), "other", Map.of())
                        .node("done", "join", Map.of("policy", "best_effort"))
                        .transform("final", adding("c"), "output", Map.of())
                        .transform("elsewhere", adding("e"), "other", Map.of())
                        .sink("output", output)
                        .sink("other", other));

        RowHistory.End end = story.ends().getFirst();
        assertThat(end.outcome()).isEqualTo(Outcome.BLOCKED);
        assertThat(end.reason()).hasValue("branch_lost");
    }

    @Test
    void aBranchThatWouldBeTriedAgainEndsWithItsJoin() throws Exception {
        var failed = new CountDownLatch(1);
        RowTransform slow = (_, _) -> {
            seen.add("slow");
            return TransformResult.error(Reason.of("busy", "later").asRetryable());
        };
        RowTransform first = (row, _) -> {
            assertThat(failed.await(120, TimeUnit.SECONDS)).isTrue();
            return TransformResult.success(row.with("a", true));
        };
        Predicate<LogEntry> last = entry -> {
            if (visit(2).test(entry)) {
                failed.countDown();
            }
            return visit(4).test(entry);
        };

        RowHistory story = resumedAfter(
                last,
                pipeline -> pipeline.node("both", "fork", branches("a", "slow"))
                        .transform("a", first, "done", Map.of())
                        .transform(
                                "slow",
                                slow,
                                "done",
                                Map.of("retry", Map.of("max_attempts", 5, "initial_delay", "1h", "max_delay", "1h")))
                        .node("done", "join", Map.of("policy", "any"))
                        .transform("last", adding("z"))
                        .sink("output", output));

        assertThat(seen).containsExactly("slow");
        assertThat(story.ends().getLast().reason()).hasValue("join_closed");
        assertThat(output.rows()).containsExactly(Row.of("n", 1).with("a", true).with("z", true));
    }
}
