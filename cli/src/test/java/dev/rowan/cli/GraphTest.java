package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @Test
    void drawsAPipelineToStandardOutputOrAFile() throws IOException {
        Program.Ran shown = program.run("graph", "pipeline.yaml", "--format", "svg");
        assertThat(shown.code()).isZero();
        assertThat(shown.err()).isEmpty();
        assertThat(shown.out())
                .startsWith("<svg ")
                .contains("keyword_filter", "unreadable")
                .endsWith("</svg>\n");
        Program.Ran written = program.run("graph", "pipeline.yaml", "-o", "picture.svg");
        assertThat(written.code()).isZero();
        assertThat(written.out()).isEmpty();
        assertThat(Files.readString(folder.resolve("picture.svg"))).isEqualTo(shown.out());
    }

    @Test
    void drawsWhatItCanOfAFileWithProblemsAndListsThemAsValidateDoes() throws IOException {
        program.write("pipeline.yaml", Program.PIPELINE.replace("on_error: blocked", "on_error: blokked"));
        Program.Ran shown = program.run("graph", "pipeline.yaml", "--format", "svg");
        Program.Ran validated = program.run("validate", "pipeline.yaml");
        assertThat(shown.code()).isEqualTo(1).isEqualTo(validated.code());
        assertThat(shown.out()).contains("⚠ 1 problem", "no such sink");
        assertThat(shown.err()).contains("there is no sink 'blokked'").isEqualTo(validated.err());
    }

    @Test
    void printsAPipelineAndARunWithTheTokensOnEachEdge() throws Exception {
        assertThat(program.run("graph", "pipeline.yaml").out()).isEqualTo("""
                source (csv)
                  → keyword_filter
                  error → sink 'unreadable'
                keyword_filter
                  → sink 'output'
                  error → sink 'blocked'
                """);
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: reviews.csv, id: id}}
                transforms:
                  - {plugin: compute, name: n, options: {set: {n: "int(row.id)"}}, on_error: rescue}
                  - {name: odd, gate: {by: "row.n % 2 == 1", routes: {"true": output}, else: discard}}
                  - {plugin: passthrough, name: rescue, to: output}
                sinks:
                  output: {plugin: jsonl, options: {path: out/output.jsonl}}
                """);
        program.write("reviews.csv", "id,text\n1,a\n2,b\n3,c\nx,d\n");
        assertThat(program.run("run", "pipeline.yaml", "-q").code()).isZero();
        assertThat(program.run("graph", "latest").out()).isEqualTo("""
                source (csv)
                  → n  4
                n (compute)
                  → odd  3
                  error → rescue  1
                odd (gate)
                  true → sink 'output'  2
                  else → discard  1
                rescue (passthrough)
                  → sink 'output'  1
                """);
        assertThat(program.run("graph", "latest", "--format", "mermaid").out())
                .startsWith("flowchart TD\n")
                .contains("n2{\"odd\"}", "n1 -.->|\"error 1\"| n3");
        assertThat(program.run("graph", "pipeline.yaml", "--format", "dot").out())
                .startsWith("digraph pipeline {")
                .contains("shape=diamond", "style=dashed");
        assertThat(program.run("graph", "latest", "--format", "json").json().get("edges"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(6);
    }

    @Test
    void listsTheTokensOfSplitRowsWithTheirParts() throws Exception {
        program.write("rows.jsonl", "{\"text\": \"fine\"}\n{\"text\": \"my password\"}\n");
        program.write("pipeline.yaml", """
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - name: both
                    fork:
                      safety: [{plugin: keyword_filter, options: {fields: text, blocked_patterns: [password]}}]
                      answer: [{plugin: compute, options: {set: {answer: "'yes'"}}}]
                  - {name: done, join: {on_error: blocked}}
                sinks:
                  output: {plugin: jsonl, options: {path: out/output.jsonl}}
                  blocked: {plugin: jsonl, options: {path: out/blocked.jsonl}}
                """);
        Program.Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.out())
                .contains("some rows were split: 6 outcomes of 2 rows")
                .doesNotContain("%");
        assertThat(program.run("status", "latest").out()).contains("merged").doesNotContain("%");
        assertThat(program.run("rows", "latest").out())
                .containsPattern("row +part +")
                .contains("\n6 tokens\n", "join_closed")
                .doesNotContain("values deleted");
    }

    @Test
    void drawsNothingOfAFileThatIsNoPipeline() throws IOException {
        program.write("pipeline.yaml", "a: [");
        Program.Ran shown = program.run("graph", "pipeline.yaml");
        assertThat(shown.code()).isEqualTo(1);
        assertThat(shown.out()).isEmpty();
        assertThat(shown.err()).contains("pipeline.yaml");
    }
}
