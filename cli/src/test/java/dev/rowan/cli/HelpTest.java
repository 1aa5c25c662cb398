package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.terminal.CommandText;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.json.JsonException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

class HelpTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    @Test
    void listsCommandsAndExitCodes() {
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
                        "prices",
                        "runs",
                        "status",
                        "watch",
                        "tune",
                        "explain",
                        "verify",
                        "prove",
                        "keygen",
                        "export",
                        "reconcile",
                        "purge",
                        "simulate",
                        "chaos",
                        "help")
                .contains("0    all rows succeeded", "5    stopped by a limit", "10   verify: ")
                .contains("`rowan test` runs all tests");
        assertThat(program.run()).isEqualTo(ran);
        assertThat(program.run("help")).isEqualTo(ran);
    }

    private static CommandLine rowan() {
        return RowanCommand.of(TestShell.ofWidth(80, new SystemTime()));
    }

    private static CommandLine batch() {
        return Objects.requireNonNull(rowan().getSubcommands().get("batch"));
    }

    static Stream<String> commands() {
        return rowan().getSubcommands().keySet().stream().filter(name -> !name.equals("help"));
    }

    static Stream<String> batchCommands() {
        return batch().getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
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
    @MethodSource("batchCommands")
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

    /// Nothing is cut off, and each text is a sentence, also in the lists of commands.
    @Test
    void everyTextIsWhole() {
        CommandLine rowan = rowan();
        Stream.concat(
                        Stream.of(rowan, batch()),
                        CommandCase.leaves(rowan).stream()
                                .filter(one -> !one.getCommandName().equals("help")))
                .forEach(HelpTest::checkTexts);
    }

    private static void checkTexts(CommandLine command) {
        String help = onOneLine(command.getUsageMessage());
        command.getSubcommands().forEach((name, below) -> {
            UsageMessageSpec texts = below.getCommandSpec().usageMessage();
            String text = texts.header().length > 0 ? texts.header()[0] : texts.description()[0];
            assertThat(text).as(name).endsWith(".");
            assertThat(help).contains(onOneLine(text));
        });
        command.getCommandSpec().args().forEach(argument -> {
            String text = String.join(" ", argument.description());
            assertThat(text).as(argument.toString()).endsWith(".");
            if (!argument.hidden() && !text.contains("$")) {
                assertThat(help).contains(onOneLine(text));
            }
        });
    }

    private static String onOneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    @Test
    void messagesCanNameEveryCommand() {
        assertThat(rowan().getSubcommands()).containsOnlyKeys(CommandText.COMMANDS);
    }

    @Test
    void printsTheVersion() {
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
        assertThat(program.run("plugins", "cvs").err()).isEqualTo("rowan: no plugin 'cvs'; did you mean 'csv'?\n");
        assertThat(program.run("plugins", "csv", "--json").json().get("plugins"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
    }
}
