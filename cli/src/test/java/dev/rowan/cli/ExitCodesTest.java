package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitCodesTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    @Test
    void is0WhenEveryRowPassedOrWasBlocked() {
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("2 + 1 = 3: every row has an outcome").doesNotContain("exit code");
        assertThat(ran.err()).doesNotContain("rowan:"); // progress is shown when the machine is slow
    }

    @Test
    void is1ForAWrongWord() {
        assertThat(program.run("rnu"))
                .isEqualTo(new Ran(1, "", "rowan: unknown command 'rnu'; did you mean 'run'?\nTry: rowan --help\n"));
        assertThat(program.run("run", "pipeline.yaml", "--limt", "3"))
                .isEqualTo(new Ran(
                        1, "", "rowan: unknown option '--limt'; did you mean '--limit'?\nTry: rowan run --help\n"));
        assertThat(program.run("run", "pipeline.yaml", "--limit", "0"))
                .isEqualTo(new Ran(1, "", "rowan: --limit must be at least 1, got 0\n"));
        assertThat(program.run("explain", "latest").code()).isEqualTo(1);
    }

    @Test
    void is1ForSettingsAndShowsEveryProblem() throws IOException {
        program.write("pipeline.yaml", """
                run: {windw: 5}
                source: {plugin: csb, options: {}}
                sinks:
                  output: {plugin: jsonl, options: {path: 7}}
                """);
        Ran ran = program.run("run", "pipeline.yaml");
        String file = program.path("pipeline.yaml").toString();
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).isEqualTo("""
                FILE:1:7 run: unknown key 'windw'; did you mean 'window'?
                FILE:2:18 source.plugin: unknown source plugin 'csb'; did you mean 'csv'?
                FILE:4:43 sinks.output.options.path: must be text, got 7
                3 problems in FILE
                """.replace("FILE", file));
        assertThat(program.run("validate", "pipeline.yaml")).isEqualTo(ran);
    }

    @Test
    void is1WhenOutputExistsUntilOverwriting() throws IOException {
        program.run("run", "pipeline.yaml");
        String before = Files.readString(program.path("out/output.jsonl"));
        Ran again = program.run("run", "pipeline.yaml");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err())
                .contains("rowan: sink 'output': ", "output.jsonl already exists; use --overwrite to replace it");
        assertThat(program.path("out/output.jsonl")).hasContent(before);
        assertThat(program.run("run", "pipeline.yaml", "--overwrite").code()).isZero();
        assertThat(program.path("out/output.jsonl")).hasContent(before);
    }

    @Test
    void is2ForADefectWithoutItsStackTrace() throws IOException {
        program.write(
                "pipeline.yaml", Program.PIPELINE.replace("transforms:\n", "transforms:\n  - {plugin: broken}\n"));
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .contains(
                        "rowan: internal error: run ",
                        "a wheel came off",
                        "rowan status ",
                        "please report it and attach ")
                .doesNotContain("\tat ", "\u001b");
        Path log = Path.of(ran.err().replaceAll("(?s).*report it and attach (\\S+)\n.*", "$1"));
        assertThat(log).content().contains("IllegalStateException", "\tat ");
        Files.delete(log);
        program.variable("ROWAN_DEBUG", "1");
        assertThat(program.run("run", "pipeline.yaml", "--overwrite", "--abandon", "latest")
                        .err())
                .contains("IllegalStateException", " at ");
    }

    @Test
    void is2ForAnErrorOfTheJvm() throws IOException {
        program.write(
                "pipeline.yaml",
                Program.PIPELINE.replace(
                        "transforms:\n", "transforms:\n  - {plugin: broken, options: {at_once: true}}\n"));
        Ran ran = program.variable("ROWAN_DEBUG", "1").run("validate", "pipeline.yaml");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("rowan: internal error: StackOverflowError");
    }

    @Test
    void is4WhenARecordCouldNotBeRead() throws IOException {
        program.write("reviews.csv", "id,text\n1,fine\n2\n");
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).isEqualTo(4);
        assertThat(ran.out()).contains("exit code   4: finished, with failed, quarantined or indeterminate rows");
    }

    @Test
    void is5WhenStoppedByALimit() {
        Ran ran = program.run("run", "pipeline.yaml", "--limit", "2");
        assertThat(ran.code()).isEqualTo(5);
        assertThat(ran.out()).contains("stopped by the limit of 2 rows; last row read: 2");
        assertThat(program.run("run", "pipeline.yaml", "--limit", "3", "--overwrite", "--abandon", "latest")
                        .code())
                .isZero();
    }

    @Test
    void printsNothingWithQuiet() {
        assertThat(program.run("run", "pipeline.yaml", "--quiet")).isEqualTo(new Ran(0, "", ""));
    }
}
