package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Mistakes that would cost money or rows: `validate` reports them with their location, `run` sends nothing. Each
/// is paired with valid settings that differ only in the mistake.
class MistakesTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
        program.write("rows.csv", "id,text,stars\n1,fine,5\n2,bad,1\n");
        program.write("array.json", "[\n  {\"text\": \"fine\"},\n  {\"text\": \"bad\"}\n]\n");
        program.write("lines.jsonl", "{\"text\":\"fine\"}\n[{\"text\":1}]\n");
        program.write("other.jsonl", "{\"txt\":\"fine\",\"mood\":1}\n");
        program.write("key.txt", "sk-of-a-test");
        Files.setPosixFilePermissions(
                program.write("tell.sh", "#!/bin/sh\n"), PosixFilePermissions.fromString("rwxr-xr-x"));
        program.variable("KEY", "sk-of-a-test").variable("PATH", System.getenv("PATH"));
    }

    static Stream<Mistake> mistakes() {
        var all = new ArrayList<Mistake>();
        all.addAll(ModelMistakes.prompts());
        all.addAll(ModelMistakes.services());
        all.addAll(ModelMistakes.schemas());
        all.addAll(FieldMistakes.fields());
        all.addAll(FieldMistakes.transforms());
        all.addAll(FieldMistakes.sinks());
        all.addAll(FieldMistakes.files());
        return all.stream();
    }

    static Stream<Mistake> hints() {
        return Hints.all();
    }

    @ParameterizedTest
    @MethodSource("hints")
    void isAWarningWhereItMayBeMeant(Mistake hint) throws Exception {
        program.write("pipeline.yaml", hint.wrong());
        Ran hinted = program.run("validate", "pipeline.yaml");
        assertThat(hinted.code()).as(hinted.err()).isZero();
        assertThat(hinted.err()).contains("warning: ", hint.problem());

        program.write("pipeline.yaml", hint.right());
        assertThat(program.run("validate", "pipeline.yaml").err()).isEmpty();
    }

    /// Nothing is known of what is not there, of an answer that a later prompt uses, or of what may be missing.
    @Test
    void isNotSeenWhereNothingIsKnown() throws Exception {
        program.write(
                "pipeline.yaml",
                Mistake.PIPELINE.replace("rows.csv", "later.csv").replace("{{ text }}", "{{ any }}"));
        assertThat(program.run("validate", "pipeline.yaml").err())
                .hasLineCount(1)
                .contains("later.csv does not exist; a run needs it");

        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: rows.csv}}
                transforms:
                  - {plugin: llm, options: {model: simulator/chat, user_prompt_template: "{{ text }}", output_key: summary}}
                  - {plugin: llm, options: {model: simulator/chat, user_prompt_template: "{{ summary }}", output_key: mood}}
                  - {plugin: field_mapper, options: {mapping: {mood: label, stars: mood}}}
                sinks: {output: {plugin: csv, options: {path: out.csv, columns: [id, label, mood]}}}
                """);
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).doesNotContain("warning");
    }

    @Test
    void anAddressInTheEnvironmentIsHeldToTheSameRule() throws Exception {
        program.variable("OPENAI_BASE_URL", "https://api.openai.com/v1/chat/completions")
                .variable("OPENAI_API_KEY", "sk-of-a-test")
                .write("pipeline.yaml", Mistake.PIPELINE.replace("simulator/chat", "openai/gpt-4o-mini"));

        Ran ran = program.run("run", "pipeline.yaml");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("must be the address without '/chat/completions', which requests add");
        assertThat(folder.resolve("out.jsonl")).doesNotExist();
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void isFoundWithItsPlace(Mistake mistake) throws Exception {
        program.write("pipeline.yaml", mistake.wrong());

        Ran ran = program.run("validate", "pipeline.yaml");

        assertThat(ran.code()).as(ran.out()).isEqualTo(1);
        assertThat(ran.err()).contains(mistake.problem());
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void isNotSeenWhereThereIsNone(Mistake mistake) throws Exception {
        program.write("pipeline.yaml", mistake.right());

        Ran ran = program.run("validate", "pipeline.yaml");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
    }

    /// A call is recorded before it is sent, and there is no record.
    @ParameterizedTest
    @MethodSource("mistakes")
    void leadsToNoCall(Mistake mistake) throws Exception {
        program.write("pipeline.yaml", mistake.wrong());

        Ran ran = program.run("run", "pipeline.yaml");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains(mistake.problem());
        assertThat(folder.resolve("rowan.db")).doesNotExist();
        assertThat(folder.resolve("out.jsonl")).doesNotExist();
    }
}
