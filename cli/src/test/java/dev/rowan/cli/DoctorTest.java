package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.json.JsonException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    @Test
    void checksJavaLandscapeDisksAndKeysAndSendsNothing() throws JsonException {
        program.variable("OPENAI_API_KEY", "sk-very-secret");
        Ran ran = program.run("doctor");
        assertThat(ran.code()).as(ran.out()).isZero();
        assertThat(ran.out())
                .contains("java", "does not exist yet", "disk", "OPENAI_API_KEY set")
                .doesNotContain("sk-very-secret", "ANTHROPIC_API_KEY");
        program.run("run", "pipeline.yaml");
        assertThat(program.run("doctor", "pipeline.yaml").out()).contains("latest run is", "pipeline.yaml is valid");
        assertThat(program.run("doctor", "--json").json().get("status")).isEqualTo("ok");
    }

    @Test
    void findsWhatIsWrongWithAPipeline() throws IOException {
        program.write("wrong.yaml", Program.PIPELINE.replace("blocked_patterns", "blocked_paterns"));
        Ran ran = program.run("doctor", "wrong.yaml");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out().replaceAll("\\s+", " ")).contains("bad ", "unknown key 'blocked_paterns'");
        program.write("no-key.yaml", """
                source: {plugin: csv, options: {path: reviews.csv}}
                transforms:
                  - plugin: llm
                    options:
                      model: openai/gpt-4o-mini
                      extra_headers: {X-Token: "file:missing.txt"}
                      user_prompt_template: "{{ text }}"
                      output_key: mood
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """);
        assertThat(program.run("doctor", "no-key.yaml").out())
                .contains("extra_headers.X-Token: must name an existing file");
        Ran absent = program.run("doctor", "nowhere.yaml");
        assertThat(absent.code()).isEqualTo(1);
    }

    @Test
    void checksEachSourceAndSink() throws IOException {
        Ran good = program.run("doctor", "pipeline.yaml");
        assertThat(good.code()).as(good.out()).isZero();
        assertThat(good.out().replaceAll("\\s+", " "))
                .contains(
                        "reviews.csv can be read",
                        "ok sink 'output'",
                        "output.jsonl is accessible",
                        "ok sink 'blocked'");
        assertThat(program.path("out")).as("nothing is written").doesNotExist();
        program.write("taken", "a file");
        program.write(
                "bad.yaml",
                Program.PIPELINE
                        .replace("reviews.csv", "nowhere.csv")
                        .replace("out/output.jsonl", "taken/output.jsonl")
                        .replace("out/blocked.csv", "taken/blocked.csv"));
        Ran bad = program.run("doctor", "bad.yaml");
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.out().replaceAll("\\s+", " "))
                .as("all at once")
                .contains(
                        "nowhere.csv does not exist",
                        "bad sink 'output'",
                        "bad sink 'blocked'",
                        "ok sink 'unreadable'");
    }

    @Test
    void checksTheSinksOfAPipeAndReadsNothing() throws IOException {
        program.write("taken", "a file");
        program.write(
                "pipe.yaml",
                Program.PIPELINE.replace("path: reviews.csv", "path: \"-\"").replace("out/output", "taken/output"));
        Ran ran = program.run("doctor", "pipe.yaml");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out().replaceAll("\\s+", " "))
                .contains(
                        "standard input is not checked: only a run reads it", "bad sink 'output'", "ok sink 'blocked'");
    }

    @Test
    void findsAMissingFolderOfAttachments() throws IOException {
        program.write("files.yaml", """
                source: {plugin: csv, options: {path: reviews.csv}}
                transforms:
                  - plugin: extract_text
                    options: {field: text, from: path, root: letters}
                  - plugin: llm
                    options:
                      model: simulator/chat
                      user_prompt_template: "{{ id }}"
                      attachments: [{field: id, root: photos}]
                      output_key: mood
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """);
        Ran ran = program.run("doctor", "files.yaml");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out().replaceAll("\\s+", " "))
                .contains("bad transform 'extract_text'", "letters, which 'root' names; create it")
                .contains("bad transform 'llm'", "photos, which 'root' names; create it");
        assertThat(program.run("run", "files.yaml", "-q").err()).contains("there is no folder", "photos");
        assertThat(program.path("out.jsonl")).doesNotExist();
    }

    @Test
    void doesNotFallBackToTheSimulatorWhenAKeyIsMissing() {
        Ran ran = program.run("doctor", "--live", "anthropic", "--yes");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).contains("ANTHROPIC_API_KEY", "nothing was sent").doesNotContain("SIMULATED");
    }

    @Test
    void asksForConfirmationBeforeSending() {
        program.variable("OPENAI_API_KEY", "sk-very-secret");
        Ran ran = program.run("doctor", "--live", "openai");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("nothing was sent: no terminal to confirm on; pass --yes for one call and one batch")
                .contains("(gpt-4o-mini): at most $0.0000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "openrouter"})
    void makesACallAndABatchAtTheSimulator(String provider) {
        Ran ran = program.run("doctor", "--live", provider, "--simulator");
        assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.err()).contains("SIMULATED, not billed");
        assertThat(ran.out())
                .containsPattern("ok    call .*answered in .* SIMULATED")
                .containsPattern(
                        provider.equals("openai")
                                ? "ok    batch .*answered in .* SIMULATED \\(batch_.*, completed\\)"
                                : "note  batch .*batches of openrouter are not supported");
    }

    @Test
    void checksAProviderOfTheTableOfCompatibleOnes() {
        program.variable("GROQ_API_KEY", "gsk-very-secret");
        assertThat(program.run("doctor").out()).contains("GROQ_API_KEY set, not tested");
        assertThat(program.run("doctor", "--live", "groq", "--simulator").err())
                .contains("--live groq requires --model NAME");
        Ran ran = program.run("doctor", "--live", "fireworks", "--model", "accounts/f/models/m", "--simulator");
        assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out())
                .containsPattern("ok    call .*answered in .* SIMULATED")
                .containsPattern("note  batch .*fireworks need 'batch_account' and are not checked here");
    }

    @Test
    void requiresADeploymentForAzure() {
        assertThat(program.run("doctor", "--live", "azure").err()).contains("--live azure requires --model DEPLOYMENT");
        assertThat(program.run("doctor", "--live", "aol").err()).contains("got 'aol'");
        assertThat(program.run("doctor", "--simulator").err()).contains("require --live");
    }
}
