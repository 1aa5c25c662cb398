package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Rows that a gate, an expansion or a join cannot take: each fails with its own reason, and the run continues.
@Timeout(120)
class GraphBadInputTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    private void pipeline(String transforms) throws IOException {
        program.write("pipeline.yaml", "source: {plugin: jsonl, options: {path: rows.jsonl}}\n" + transforms + """
                sinks:
                  output: {plugin: jsonl, options: {path: out/output.jsonl}}
                  bad: {plugin: jsonl, options: {path: out/bad.jsonl}}
                """);
    }

    /// Runs the pipeline; returns the line of the failed row.
    private String failed(int passed) throws IOException {
        Ran ran = program.run("run", "pipeline.yaml", "-q");
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(4);
        assertThat(Files.readAllLines(folder.resolve("out/output.jsonl"))).hasSize(passed);
        List<String> bad = Files.readAllLines(folder.resolve("out/bad.jsonl"));
        assertThat(bad).hasSize(1);
        assertThat(program.run("verify", "latest").code()).isZero();
        return bad.getFirst();
    }

    @Test
    void anExpressionThatFailsOnARow() throws IOException {
        program.write("rows.jsonl", "{\"n\": 1}\n{\"n\": \"x\"}\n{\"n\": 3}\n");
        pipeline("""
                transforms:
                  - {name: odd, gate: {by: "int(row.n) % 2 == 1", routes: {"true": output}, else: output, on_error: bad}}
                """);
        assertThat(failed(2)).contains("\"reason\":\"expression_error\"", "\"node\":\"odd\"");
    }

    @Test
    void aLabelWithoutARoute() throws IOException {
        program.write("rows.jsonl", "{\"lang\": \"de\"}\n{\"lang\": \"fr\"}\n{\"lang\": \"de\"}\n");
        pipeline("""
                transforms:
                  - {name: language, gate: {by: row.lang, routes: {de: output}, on_error: bad}}
                """);
        assertThat(failed(2)).contains("\"reason\":\"no_route\"", "fr");
    }

    @Test
    void aChunkerThatIsGivenANumber() throws IOException {
        program.write("rows.jsonl", "{\"text\": \"abcd\"}\n{\"text\": 5}\n{\"text\": \"ef\"}\n");
        pipeline("""
                transforms:
                  - {name: chunks, plugin: chunk_text, options: {field: text, unit: chars, size: 2, as: chunk, on_error: bad}}
                  - {name: whole, join: {of: chunks, as: parts}}
                """);
        assertThat(failed(2)).contains("\"node\":\"chunks\"", "text");
    }

    @Test
    void anExpansionOverItsMaximum() throws IOException {
        program.write("rows.jsonl", "{\"items\": [1, 2]}\n{\"items\": [1, 2, 3, 4]}\n{\"items\": [3]}\n");
        pipeline("""
                transforms:
                  - {name: each, plugin: json_explode, options: {field: items, max_rows: 3, on_error: bad}}
                  - {name: whole, join: {of: each, as: parts}}
                """);
        assertThat(failed(2)).contains("too_many_rows", "max_rows");
    }

    @Test
    void aRowWithTooManyTokens() throws IOException {
        program.write("rows.jsonl", "{\"items\": [1, 2]}\n{\"items\": [1, 2, 3, 4]}\n{\"items\": [3]}\n");
        pipeline("""
                run: {max_row_tokens: 4}
                transforms:
                  - {name: each, plugin: json_explode, options: {field: items, on_error: bad}}
                  - {name: whole, join: {of: each, as: parts}}
                """);
        assertThat(failed(2)).contains("too_many_tokens", "run.max_row_tokens");
    }
}
