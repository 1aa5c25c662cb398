package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.json.JsonException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    @Test
    void listsWhatThereIsAndTheExitCodes() {
        Ran ran = program.run("--help");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains(
                        "run  ",
                        "resume",
                        "retry",
                        "batch",
                        "doctor",
                        "replay",
                        "validate",
                        "preview",
                        "estimate",
                        "schema",
                        "plugins",
                        "runs",
                        "status",
                        "watch",
                        "tune",
                        "explain",
                        "verify",
                        "prove",
                        "keygen",
                        "export",
                        "purge",
                        "simulate",
                        "chaos",
                        "help")
                .contains("0    all rows succeeded", "5    stopped by a set limit", "10   verify: ")
                .contains("`rowan test` runs all tests");
        assertThat(program.run()).isEqualTo(ran);
        assertThat(program.run("help")).isEqualTo(ran);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "resume",
                "retry",
                "batch",
                "doctor",
                "replay",
                "validate",
                "preview",
                "estimate",
                "schema",
                "plugins",
                "runs",
                "status",
                "watch",
                "tune",
                "explain",
                "verify",
                "prove",
                "keygen",
                "export",
                "purge",
                "simulate",
                "chaos",
                "completion"
            })
    void showsAnExampleWithinEightyColumns(String command) {
        Ran ran = program.run(command, "--help");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("\nExample:\n")
                .contains("rowan " + command)
                .doesNotContain("null");
        assertThat(ran.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(program.run("help", command)).isEqualTo(ran);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"submit", "poll", "watch", "list", "show", "retry", "cancel", "download", "adopt", "resubmit"})
    void showsAnExampleOfEachBatchCommand(String command) {
        Ran ran = program.run("batch", command, "--help");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("\nExample:\n")
                .contains("rowan batch " + command)
                .doesNotContain("null");
        assertThat(ran.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(program.run("batch").out()).contains("  " + command + " ");
    }

    @Test
    void tellsTheVersion() {
        assertThat(program.run("--version").out()).startsWith("rowan ");
    }

    @Test
    void printsASchemaForEditors() throws JsonException {
        Map<?, ?> schema = program.run("schema").json();
        assertThat(schema.get("$schema")).isEqualTo("https://json-schema.org/draft/2020-12/schema");
    }

    @Test
    void printsACompletionScript() {
        assertThat(program.run("completion").out())
                .contains("complete -F _complete_rowan", "--overwrite", "--max-cost", "watch", "explain");
    }

    @Test
    void showsPluginsAndTheirOptions() throws JsonException {
        assertThat(program.run("plugins").out()).contains("sources\n", "  csv ", "transforms\n", "sinks\n");
        assertThat(program.run("plugins", "keyword_filter").out())
                .contains("blocked_patterns  text or a list of texts; required", "on_error", "Example:");
        assertThat(program.run("plugins", "csv").out()).contains("source csv", "sink csv");
        assertThat(program.run("plugins", "cvs").err())
                .isEqualTo("rowan: there is no plugin 'cvs'; did you mean 'csv'?\n");
        assertThat(program.run("plugins", "csv", "--json").json().get("plugins"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
    }
}
