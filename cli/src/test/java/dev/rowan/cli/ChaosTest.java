package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ChaosTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAPipeline() throws IOException {
        program = new Program(folder).on(Terminal.plain(80)).variable("OPENAI_API_KEY", "the-key-of-a-real-service");
        program.write("rows.csv", "n,text\n1,good\n2,bad\n3,\"fine,\nbut long\"\n4,good\n");
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: rows.csv}}
                transforms:
                  - plugin: llm
                    options: {model: openai/gpt-4o-mini, user_prompt_template: "say {{ text }}", output_key: said}
                sinks: {output: {plugin: csv, options: {path: out.csv}}}
                landscape: {url: "sqlite:mine.db"}
                """);
    }

    @Test
    void triesThePipelineAndLeavesNothingBesideIt() throws IOException {
        Ran ran = program.run("chaos", "pipeline.yaml", "--crashes", "20", "--rows", "3");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .contains("20 crashes, each resumed and checked: no lost rows, no duplicates, no unrecorded cost");
        assertThat(ran.code()).isZero();
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("rows.csv", "pipeline.yaml", "reviews.csv");
        }
    }

    @Test
    void reportsAsJson() {
        Ran ran = program.run("chaos", "pipeline.yaml", "--crashes", "3", "--json");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).startsWith("{\"crashes\":3,\"seed\":1,").contains("\"invariants\":{}");
    }

    @Test
    void refusesAServiceThatCannotBeSimulated() throws IOException {
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: rows.csv}}
                transforms:
                  - plugin: llm
                    options:
                      model: openai/gpt-4o-mini
                      base_url: https://models.example.com/somewhere/else
                      user_prompt_template: "say {{ text }}"
                      output_key: said
                      on_error: discard
                sinks: {output: {plugin: csv, options: {path: out.csv}}}
                """);
        Ran ran = program.run("chaos", "pipeline.yaml", "--crashes", "3");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("the simulator cannot answer POST /somewhere/else/chat/completions");
    }

    @Test
    void refusesSinksThatAreNoFiles() throws IOException {
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: rows.csv}}
                sinks:
                  output:
                    plugin: azure_blob
                    options: {container: out, blob: rows.jsonl, format: jsonl, connection_string: "${STORE}"}
                """);
        Ran ran = program.variable("STORE", "UseDevelopmentStorage=true").run("chaos", "pipeline.yaml");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("sink 'output' (azure_blob) writes to a service");
    }
}
