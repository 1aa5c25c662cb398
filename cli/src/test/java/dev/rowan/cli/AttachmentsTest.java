package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Images and documents as input of models, by the whole program against the simulator, which checks their shape.
class AttachmentsTest {
    /// A PNG image of one pixel.
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
        Files.createDirectories(folder.resolve("media"));
        Files.write(folder.resolve("media/pixel.png"), Base64.getDecoder().decode(PIXEL));
        Files.write(folder.resolve("media/note.pdf"), "%PDF-1.4 a document".getBytes(UTF_8));
        Files.write(folder.resolve("media/other.txt"), "text".getBytes(UTF_8));
        program.write("rows.jsonl", """
                {"id":1,"file":"pixel.png","inline":"%1$s"}
                {"id":2,"file":"note.pdf"}
                {"id":3,"file":"pixel.png"}
                {"id":4,"file":"../rows.jsonl"}
                {"id":5,"file":"other.txt"}
                """.formatted(PIXEL));
    }

    private Ran exits(int code, String... arguments) {
        Ran ran = program.run(arguments);
        assertThat(ran.code())
                .as(String.join(" ", arguments) + "\n" + ran.out() + ran.err())
                .isEqualTo(code);
        return ran;
    }

    private void pipeline(String model, String more) throws IOException {
        program.write("pipeline.yaml", """
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - plugin: llm
                    options:
                      %s
                      user_prompt_template: "Describe the image of row {{ id }}."
                      attachments:
                        - {field: file, root: media}
                        - {field: inline, optional: true}
                      output_key: description
                      on_error: failed
                      %s
                sinks:
                  output: {plugin: jsonl, options: {path: out/output.jsonl}}
                  failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
                """.formatted(model, more));
    }

    private long stored() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("artifacts"))) {
            return files.filter(
                            file -> Files.isRegularFile(file) && file.toString().contains("attachments"))
                    .count();
        }
    }

    private void checkOutput() throws Exception {
        assertThat(Files.readAllLines(folder.resolve("out/output.jsonl")))
                .hasSize(3)
                .allMatch(line -> line.contains("\"description\":\""));
        assertThat(Files.readAllLines(folder.resolve("out/failed.jsonl")))
                .satisfiesExactly(
                        line -> assertThat(line).contains("path_outside_root"),
                        line -> assertThat(line).contains("unknown_media_type"));
        assertThat(stored()).isEqualTo(2);
        exits(0, "verify", "latest");
        String explained = exits(0, "explain", "latest", "--row", "3", "--full", "--requests")
                .out();
        assertThat(explained).contains("rowan-attachment:").doesNotContain(PIXEL);
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "model: simulator/chat",
                "{model: openai/gpt-4o, base_url: simulator, api: responses}",
                "{model: openai/gpt-4o, base_url: simulator}",
                "{model: azure/vision, base_url: simulator}",
                "{model: anthropic/claude-sonnet-4-5, base_url: simulator}",
                "{model: gemini/gemini-2.5-flash, base_url: simulator}"
            })
    void sendsImagesAndDocuments(String model) throws Exception {
        pipeline(model.replaceAll("[{}]", "").replace(", ", "\n      "), "pool_size: 2");
        exits(4, "run", "pipeline.yaml", "-q");
        checkOutput();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "model: simulator/chat",
                "{model: anthropic/claude-sonnet-4-5, base_url: simulator}",
                "{model: gemini/gemini-2.5-flash, base_url: simulator}"
            })
    @Tag("slow")
    void sendsThemInBatches(String model) throws Exception {
        pipeline(
                model.replaceAll("[{}]", "").replace(", ", "\n      "),
                "mode: batch\n      batch: {poll_interval: 1s, poll_max: 1s}");
        exits(4, "run", "pipeline.yaml", "-q");
        checkOutput();
    }

    @Test
    void estimatesTheirTokens() throws Exception {
        pipeline("model: openai/gpt-4o\n      base_url: simulator", "pool_size: 2");
        assertThat(exits(0, "estimate", "pipeline.yaml", "--json").out()).contains("input_tokens");
    }

    @Test
    void refusesThemForAProviderThatTakesNone() throws Exception {
        pipeline("model: openrouter/openai/gpt-4o\n      base_url: simulator", "pool_size: 2");
        assertThat(exits(1, "validate", "pipeline.yaml").err()).contains("attachments: must be absent here");
    }
}
