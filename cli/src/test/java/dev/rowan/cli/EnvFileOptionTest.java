package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvFileOptionTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAPipelineThatNeedsAVariable() throws IOException {
        program = new Program(folder);
        program.write("pipeline.yaml", Program.PIPELINE.replace("out/output.jsonl", "\"${OUT_NAME}/output.jsonl\""));
        program.write("my.env", "OUT_NAME=from-file\n");
    }

    @Test
    void givesVariablesToAPipeline() {
        assertThat(program.run("validate", "pipeline.yaml").err()).contains("OUT_NAME is not set");
        assertThat(program.run("validate", "pipeline.yaml", "--env-file", "my.env")
                        .out())
                .contains("from-file");
        assertThat(program.run("run", "pipeline.yaml", "--env-file", "my.env").code())
                .isZero();
        assertThat(Files.exists(program.path("from-file/output.jsonl"))).isTrue();
    }

    @Test
    void theEnvironmentTakesPrecedenceUnlessEmpty() {
        String[] arguments = {"validate", "pipeline.yaml", "--env-file", "my.env"};
        assertThat(program.variable("OUT_NAME", "from-shell").run(arguments).out())
                .contains("from-shell");
        assertThat(program.variable("OUT_NAME", "").run(arguments).out()).contains("from-file");
    }

    @Test
    void reportsTheLineOfAProblem() throws IOException {
        program.write("my.env", "OUT_NAME=x\nhunter2hunter2\n");
        Ran ran = program.run("run", "pipeline.yaml", "--env-file", "my.env");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("my.env:2:1 must be NAME=VALUE, a comment or empty\n", "1 problem in ")
                .doesNotContain("hunter2");
        assertThat(program.path("rowan.db")).doesNotExist();
    }
}
