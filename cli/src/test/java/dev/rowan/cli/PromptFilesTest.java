package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Prompts in files, from the command line.
class PromptFilesTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void write() throws IOException {
        program = new Program(folder);
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: reviews.csv}}
                transforms:
                  - plugin: llm
                    options:
                      model: simulator/chat
                      user_prompt_file: prompt.txt
                      system_prompt_file: system.txt
                      output_schema: schema.json
                      output: {label: mood}
                      output_metadata: {by: model, tokens: output_tokens}
                sinks: {output: {plugin: csv, options: {path: out.csv}}}
                """);
        program.write("prompt.txt", "Positive or negative? {{ text }}\n");
        program.write("system.txt", "Answer in one word.\n");
        program.write("schema.json", """
                {"type": "object", "properties": {"mood": {"enum": ["positive", "negative"]}}, "required": ["mood"],
                 "additionalProperties": false}
                """);
    }

    @Test
    void arePartOfThePipeline() {
        Ran ran = program.run("run", "pipeline.yaml");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(folder.resolve("out.csv"))
                .content()
                .startsWith("id,text,label,by,tokens\n")
                .containsPattern("1,fine,(positive|negative),chat,\\d+\n");
        assertThat(program.run("explain", "latest", "--row", "1", "--requests").out())
                .contains("Positive or negative? fine", "Answer in one word.");
    }

    @ParameterizedTest
    @CsvSource({"prompt.txt, 'Good or bad? {{ text }}'", "system.txt, Be kind.", "schema.json, "})
    void aChangedPromptIsAChangedPipeline(String file, String text) throws IOException {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);
        String before = Files.readString(folder.resolve(file));

        program.write(file, file.endsWith(".json") ? before.replace("negative", "bad") : text);
        Ran refused = program.run("resume", "latest");
        assertThat(refused.code()).isNotZero();
        assertThat(refused.err()).contains("llm", "--accept-change");

        program.write(file, before);
        assertThat(program.run("resume", "latest").code()).isZero();
    }
}
