package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A batch service that refuses the parameters of prompt caches: its rows are asked once more without them.
@Tag("slow")
class BatchKeyRefusalTest {
    private static final String PIPELINE = """
            run: {name: refused}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                options:
                  model: azure/gpt-5.6-terra
                  base_url: ADDRESS
                  price: {input: 2, output: 12}
                  mode: batch
                  batch: {poll_interval: 100ms}
                  system_prompt_file: system.txt
                  user_prompt_template: "{{ text }}"
                  output_key: answer
                  max_tokens: 100
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    @Test
    void itsRowsAreSentAgainWithoutThem() throws Exception {
        SimulatorSettings settings = Section.check(
                        ConfigNode.of(Map.of("batch", Map.of("running", "1s", "accepts_keys", false))),
                        SimulatorSettings.OPTIONS,
                        folder,
                        new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
        try (Simulator simulator = Simulator.start(settings, new SystemTime())) {
            var program = new Program(folder).variable("AZURE_OPENAI_API_KEY", "a-key-of-this-test");
            program.write("system.txt", "You answer briefly. ".repeat(600));
            program.write("rows.jsonl", "{\"text\":\"one\"}\n{\"text\":\"two\"}\n{\"text\":\"three\"}\n");
            program.write(
                    "pipeline.yaml",
                    PIPELINE.replace("ADDRESS", simulator.address().toString()));

            Program.Ran ran = program.run("run", "pipeline.yaml", "--json");

            assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
            assertThat(String.valueOf(ran.json().get("outcomes"))).contains("completed=3");
            assertThat(String.valueOf(ran.json().get("attempts_by_state"))).contains("answered=3", "rejected=3");
            assertThat(program.run("verify", "latest").code()).isZero();
        }
    }
}
