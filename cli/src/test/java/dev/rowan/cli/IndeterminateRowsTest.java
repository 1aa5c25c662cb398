package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the commands report about rows whose calls were lost and must not be repeated.
class IndeterminateRowsTest {
    private static final String PIPELINE = """
            run: {name: reviews}
            source: {plugin: csv, options: {path: reviews.csv, id: id}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "{{ text }}"
                  output_key: mood
                  delivery: at_most_once
                  on_error: open
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              open: {plugin: jsonl, options: {path: out/open.jsonl}}
            """;

    @TempDir
    private Path folder;

    @Test
    void areCountedInEveryReportAndInTheExitCode() throws Exception {
        try (var simulator = SimulatorProcess.start(
                folder, "Press Ctrl-C to stop.", "--seed", "7", "--fault", "openai_chat/lost_reply=1")) {
            var program = new Program(folder);
            program.write("pipeline.yaml", PIPELINE);
            simulator.exports().forEach(program::variable);

            Ran ran = program.run("run", "pipeline.yaml");

            assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(4);
            assertThat(ran.out()).contains("indeterminate  3");
            assertThat(Files.readAllLines(folder.resolve("out/open.jsonl")))
                    .hasSize(3)
                    .allSatisfy(line -> assertThat(line).contains("\"reason\":\"indeterminate\""));
            assertThat(program.run("status", "latest").out()).contains("indeterminate  3");
            assertThat(program.run("explain", "latest", "--row", "2").out())
                    .contains("indeterminate", "attempt 1  unknown", "delivery is at_most_once");
            assertThat(simulator.stop()).singleElement().asString().contains("3 calls billed");
        }
    }
}
