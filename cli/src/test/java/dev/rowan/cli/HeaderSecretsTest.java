package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Secrets in `extra_headers`: sent, never recorded, and no part of what a pipeline is.
class HeaderSecretsTest {
    private static final String PIPELINE = """
            source: {plugin: csv, options: {path: reviews.csv}}
            transforms:
              - plugin: llm
                options:
                  model: simulator/chat
                  user_prompt_template: "{{ text }}"
                  output_key: mood
                  extra_headers: {X-Team: research, X-Gateway-Key: "${GATEWAY}"}
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void write() throws IOException {
        program = new Program(folder).variable("GATEWAY", "canary-of-the-gateway");
        program.write("pipeline.yaml", PIPELINE);
    }

    @Test
    void areNotRecorded() throws IOException {
        assertThat(program.run("run", "pipeline.yaml").code()).isZero();

        assertThat(program.run("explain", "latest", "--row", "1", "--requests").out())
                .contains("X-Team: research", "X-Gateway-Key: [secret]");
        assertThat(Files.readString(folder.resolve("rowan.db"), ISO_8859_1)).doesNotContain("canary-of-the-gateway");
    }

    @Test
    void mayChangeDuringARun() throws IOException {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);

        Ran resumed = program.variable("GATEWAY", "another-key-of-the-gateway").run("resume", "latest");

        assertThat(resumed.code()).as(resumed.err()).isZero();
    }

    @Test
    void anotherPlainHeaderIsAChange() throws IOException {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);

        program.write("pipeline.yaml", PIPELINE.replace("research", "sales"));
        Ran refused = program.run("resume", "latest");

        assertThat(refused.code()).isNotZero();
        assertThat(refused.err()).contains("--accept-change");
    }
}
