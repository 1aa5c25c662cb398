package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `rowan explain` of rows with several tokens.
@Timeout(120)
class ExplainTreeTest {
    private static final String FORK = """
            source: {plugin: csv, options: {path: rows.csv, id: id}}
            transforms:
              - name: both
                fork:
                  number: [{plugin: compute, name: parse, options: {set: {n: int(row.text)}}}]
                  measure: [{plugin: compute, name: size, options: {set: {size: size(row.text)}}}]
              - {name: done, join: {policy: best_effort, on_error: failed}}
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
            """;

    private static final String CHUNKS = """
            source: {plugin: csv, options: {path: rows.csv, id: id}}
            transforms:
              - {name: chunks, plugin: chunk_text, options: {field: text, unit: chars, size: 2, as: chunk, max_rows: 100}}
              - {plugin: compute, name: number, options: {set: {n: int(row.chunk)}, on_error: discard}}
              - {name: whole, join: {policy: best_effort, as: parts}}
            sinks: {output: {plugin: jsonl, options: {path: out/output.jsonl}}}
            """;

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    private void run(String pipeline, String rows) throws IOException {
        program.write("pipeline.yaml", pipeline);
        program.write("rows.csv", "id,text\n" + rows + "\n");
        assertThat(program.run("run", "pipeline.yaml", "-q").code()).isIn(0, 4);
    }

    /// The text without times.
    private String explain(String... options) {
        String[] arguments = IntStream.range(0, options.length + 4)
                .mapToObj(
                        i -> i < 4 ? List.of("explain", "latest", "--row", "1").get(i) : options[i - 4])
                .toArray(String[]::new);
        return program.run(arguments).out().replaceAll("(<|in) (< )?[0-9.]+ (ms|s)\\b", "in TIME");
    }

    @Test
    void showsBranchesWithTheirVisitsAndEndsAndTheJoinWithItsLosses() throws IOException {
        run(FORK, "1,zwölf");
        assertThat(explain()).contains("""
                both (fork)  completed in TIME
                ├─ number, part 1  failed at parse: expression_failed
                │  parse (compute)  failed in TIME
                │    reason  the expression for 'n' failed""", """
                └─ measure, part 2  merged
                   size (compute)  completed in TIME
                     + size: 5

                done (join)  completed in TIME
                  joined  accounted: measure
                  lost    number: expression_failed
                  + size: 5

                completed, in sink 'output'
                """);
    }

    @Test
    void foldsManyBranchesButShowsThoseThatFailed() throws IOException {
        String digits =
                IntStream.range(10, 40).mapToObj(n -> n == 35 ? "xx" : "" + n).collect(Collectors.joining());
        run(CHUNKS, "1," + digits);
        assertThat(explain())
                .contains(
                        "became 30 rows", "├─ 1, part 1  merged", "├─ 19, part 19  merged", "├─ 26, part 26  discarded")
                .contains("└─ … 10 more: 10 merged · --all shows them\n")
                .contains("joined  accounted: 29 branches\n", "lost    26: expression_failed\n")
                .doesNotContain("├─ 20, ");
        assertThat(explain("--all"))
                .contains("├─ 20, part 20  merged", "└─ 30, part 30  merged")
                .doesNotContain("more:");
    }

    @Test
    void fitsTheScreen() throws IOException {
        run(FORK, "1," + "word ".repeat(60));
        for (int width : List.of(80, 200)) {
            program.on(Terminal.plain(width));
            assertThat(explain().lines())
                    .allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(width));
        }
    }

    @Test
    void printsTheSameAsJson() throws Exception {
        run(FORK, "1,zwölf");
        Map<?, ?> json =
                program.run("explain", "latest", "--row", "1", "--json").json();
        Map<?, ?> tree = json.get("tree") instanceof Map<?, ?> map ? map : Map.of();
        List<?> steps = tree.get("steps") instanceof List<?> list ? list : List.of();
        assertThat(tree.get("part")).isEqualTo(0L);
        assertThat(tree.get("outcome")).isEqualTo("completed");
        assertThat(steps).hasSize(2);
        assertThat(steps.getFirst())
                .asString()
                .contains("branch=number", "outcome=failed", "branch=measure", "outcome=merged");
        assertThat(steps.getLast()).asString().contains("route=accounted", "used=[2]", "reason=expression_failed");
    }

    @Test
    void listsTheTokensOfARowThatWasSplitForGood() throws IOException {
        run("""
                source: {plugin: csv, options: {path: rows.csv, id: id}}
                transforms:
                  - {name: copy, fork: {all: output, numbers: numbers}}
                  - {plugin: compute, name: numbers, options: {set: {n: int(row.text)}, on_error: discard}, to: numeric}
                sinks:
                  output: {plugin: jsonl, options: {path: out/output.jsonl}}
                  numeric: {plugin: jsonl, options: {path: out/numeric.jsonl}}
                """, "1,x");
        assertThat(explain()).contains("""
                ├─ all, part 1  completed, in sink 'output'
                └─ numbers, part 2  discarded at numbers: expression_failed
                """, "2 tokens: 1 completed, 1 discarded\n");
    }
}
