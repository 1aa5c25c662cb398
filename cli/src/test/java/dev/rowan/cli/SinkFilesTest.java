package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No sink writes a file that its pipeline reads, by whichever name.
class SinkFilesTest {
    private static final String PIPELINE = """
        source: {plugin: csv, options: {path: reviews.csv}}
        transforms:
          - plugin: llm
            options: {model: simulator/chat, output_key: mood, user_prompt_file: prompt.txt,
                      system_prompt_file: system.txt, output_schema: schema.json}
        landscape: {signing_key: "file:signing.key"}
        sinks: {output: {plugin: jsonl, options: {path: OUTPUT, mode: MODE}}}
        """;

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void write() throws IOException {
        program = new Program(folder);
        program.write("schema.json", """
            {"type": "object", "properties": {"mood": {"type": "string"}}, "required": ["mood"],
             "additionalProperties": false}\
            """);
        program.write("signing.key", "not read");
        program.write("prompt.txt", "{{ text }}");
        program.write("system.txt", "Be kind.");
    }

    @Test
    void refusesToWriteThePipelineItsSourceASchemaAPromptOrASecretByWhicheverName() throws IOException {
        for (String read :
                List.of("pipeline.yaml", "reviews.csv", "schema.json", "prompt.txt", "system.txt", "signing.key")) {
            Path symbolic = Files.createSymbolicLink(folder.resolve("symbolic"), folder.resolve(read));
            Path hard = Files.createLink(folder.resolve("hard"), folder.resolve(read));
            for (String name : List.of(read, "symbolic", "hard", "./nowhere/../" + read)) {
                for (String mode : List.of("create", "append")) {
                    refuses(read, name, mode);
                }
            }
            Files.delete(symbolic);
            Files.delete(hard);
        }
    }

    /// A link in the other case simulates a case-insensitive file system.
    @Test
    void refusesTwoSinksWhoseFilesDifferByCaseAloneWhereTheFileSystemIgnoresIt() throws IOException {
        Files.createDirectory(folder.resolve("Out"));
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: reviews.csv}}
                transforms:
                  - {plugin: keyword_filter, options: {fields: text, blocked_patterns: [x], on_error: bad}}
                sinks:
                  output: {plugin: jsonl, options: {path: Out/rows.jsonl}}
                  bad: {plugin: jsonl, options: {path: Out/Rows.jsonl}}
                """);
        assumeTrue(Files.notExists(folder.resolve("oUT")));
        assertThat(program.run("validate", "pipeline.yaml").code()).isZero();

        Files.createSymbolicLink(folder.resolve("oUT"), folder.resolve("Out"));
        Ran ran = program.run("validate", "pipeline.yaml");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("sinks.bad", "another sink writes", "choose another file");
    }

    private void refuses(String read, String name, String mode) throws IOException {
        String pipeline = PIPELINE.replace("OUTPUT", name).replace("MODE", mode);
        // in place, so that the links stay links
        Files.writeString(folder.resolve("pipeline.yaml"), pipeline);
        String before = Files.readString(folder.resolve(read));
        Ran ran = program.run("run", "pipeline.yaml", "--overwrite");
        assertThat(ran.code()).as("%s as %s: %s", read, name, ran.err()).isEqualTo(1);
        assertThat(ran.err()).contains("sinks.output", "choose another file");
        assertThat(folder.resolve(read)).hasContent(before);
        assertThat(folder.resolve("rowan.db")).doesNotExist();
    }
}
