package dev.rowan.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.testkit.graph.GraphCase;
import dev.rowan.testkit.graph.GraphToken;
import dev.rowan.testkit.graph.ReferenceGraph.SourceRow;
import dev.rowan.testkit.graph.ReferenceResult.Ending;
import dev.rowan.testkit.graph.ReferenceResult.TokenEnd;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What joins do with failures that tokens have left behind, and the numbers of tokens.
class PipelineRunJoinTest {
    @TempDir
    private Path folder;

    private GraphRun run(List<Object> transforms, String... sinks) throws Exception {
        var settings = new LinkedHashMap<String, Object>();
        settings.put("source", Map.of("plugin", "rows"));
        settings.put("transforms", transforms);
        var lines = new LinkedHashMap<String, Object>();
        for (String sink : sinks) {
            lines.put(sink, Map.of("plugin", "lines"));
        }
        settings.put("sinks", lines);
        var made = new GraphCase(settings, List.of(new SourceRow(1, "source", Row.of("id", 1L))));
        GraphRun ran = GraphRun.of(made, folder, 1);
        assertThat(ran.difference(made)).isEmpty();
        return ran;
    }

    private static Map<String, Object> step(String name, String field) {
        return Map.of("plugin", "step", "name", name, "options", Map.of("tag", name, "set", field));
    }

    private static Map<String, Object> failing(String how, String to) {
        return Map.of(
                "plugin",
                "step",
                "name",
                "first",
                "options",
                Map.of("tag", "t", how, 100, "on_error", to),
                "to",
                "done");
    }

    private static Map<String, Object> fork(Object one, Object other) {
        var branches = new LinkedHashMap<String, Object>();
        branches.put("one", one);
        branches.put("other", other);
        return Map.of("name", "both", "fork", branches);
    }

    @Test
    void leavesFailuresOutOfTheMerge() throws Exception {
        GraphRun ran = run(
                List.of(
                        fork(List.of(failing("fail", "again"), step("again", "f1")), List.of(step("b", "f2"))),
                        Map.of("name", "done", "join", Map.of("merge", "list", "as", "items"))),
                "output");

        assertThat(ran.lines().get("output")).singleElement().asString().doesNotContain("_error", "scripted_failure");
    }

    @Test
    void failsWithTheVerdictThatLedABranchAway() throws Exception {
        GraphRun ran = run(
                List.of(
                        fork(List.of(failing("block", "elsewhere")), List.of(step("b", "f2"))),
                        Map.of("name", "done", "join", Map.of(), "to", "output"),
                        Map.of("plugin", "step", "name", "elsewhere", "options", Map.of("tag", "e"), "to", "review")),
                "output",
                "review");

        assertThat(ran.record().ends())
                .containsEntry(new GraphToken(1, 0), new TokenEnd(Ending.BLOCKED, Optional.of("branch_lost")));
    }

    /// The children of the first expansion are 5, 10, …, so that each has room for its own.
    @Test
    void numbersTheTokensOfAGraphByStrides() throws Exception {
        GraphRun ran = run(
                List.of(
                        expand("pages", "f1"),
                        Map.of(
                                "name",
                                "odd",
                                "gate",
                                Map.of("by", "row.id % 2 == 0", "routes", Map.of("true", "output"), "else", "lines")),
                        expand("lines", "f2")),
                "output");

        assertThat(ran.record().ends()).containsKeys(new GraphToken(1, 0), new GraphToken(1, 5));
    }

    private static Map<String, Object> expand(String name, String field) {
        return Map.of(
                "plugin",
                "expand",
                "name",
                name,
                "options",
                Map.of("tag", name, "set", field, "most", 4, "max_rows", 4));
    }
}
