package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.Situation.Opened;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/// What a command prints on standard output with `--json` is JSON, one object a line, however it ends.
@Timeout(120)
@Tag("slow")
class JsonOutputTest {
    private static final String JSON = "--json";

    @TempDir
    private Path folder;

    private static List<Map<?, ?>> objects(String out) {
        var objects = new ArrayList<Map<?, ?>>();
        out.lines().forEach(line -> {
            try {
                assertThat(RowJson.readValue(line.getBytes(UTF_8))).as(line).isInstanceOf(Map.class);
                objects.add(RowJson.readValue(line.getBytes(UTF_8)) instanceof Map<?, ?> map ? map : Map.of());
            } catch (JsonException broken) {
                throw new AssertionError("not JSON: " + line, broken);
            }
        });
        return objects;
    }

    private List<CommandLine> commands() {
        return CommandCase.leaves(RowanCommand.of(new TestShell(folder, new SystemTime()).shell()));
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName().substring("rowan ".length());
    }

    @ParameterizedTest
    @MethodSource("dev.rowan.cli.CommandCase#all")
    void everyCommandPrintsObjects(CommandCase one) throws Exception {
        try (Opened opened = one.situation().open(folder)) {
            Ran ran = opened.program().run(one.arguments(JSON));

            if (one.code() != CommandCase.ANY) {
                assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(one.code());
            }
            List<Map<?, ?>> objects = objects(ran.out());
            assertThat(objects).isNotEmpty();
            if (ran.code() == 1) {
                assertThat(objects.getLast().get("status")).isEqualTo("error");
                assertThat(objects.getLast().get("exit_code")).isEqualTo(1L);
                assertThat(objects.getLast().containsKey("message")
                                || objects.getLast().containsKey("problems"))
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.rowan.cli.CommandCase#servers")
    void everyServerPrintsObjects(CommandCase one) throws Exception {
        try (Opened opened = one.situation().open(folder)) {
            Ran ran = opened.program().serve("}\n", one.arguments(JSON));

            assertThat(ran.code()).as(ran.err()).isZero();
            assertThat(objects(ran.out())).isNotEmpty();
        }
    }

    /// So that a new command is not forgotten here. `completion` prints a script and has no option.
    @Test
    void everyCommandIsTriedAndHasTheOption() {
        List<CommandLine> commands = commands();
        Set<String> tried = Stream.of(
                        CommandCase.all().map(CommandCase::command),
                        CommandCase.servers().map(CommandCase::command),
                        Stream.of("completion", "help"))
                .flatMap(names -> names)
                .collect(Collectors.toSet());
        assertThat(commands.stream().map(JsonOutputTest::name)).containsExactlyInAnyOrderElementsOf(tried);
        assertThat(commands.stream()
                        .filter(command ->
                                !command.getCommandSpec().optionsMap().containsKey(JSON))
                        .map(JsonOutputTest::name))
                .containsExactly("completion", "help");
    }

    @Test
    void usageErrorsAreReportedAsJson() throws Exception {
        var program = new Program(folder);
        for (CommandLine command : commands()) {
            List<String> arguments = new ArrayList<>(List.of(name(command).split(" ")));
            arguments.addAll(List.of("--no-such-option", JSON));

            Ran ran = program.run(arguments.toArray(String[]::new));

            assertThat(ran.code()).as(name(command)).isEqualTo(1);
            Map<?, ?> error = objects(ran.out()).getLast();
            assertThat(error.get("status")).isEqualTo("error");
            assertThat(error.get("message")).asString().isNotBlank();
            assertThat(error.get("help")).asString().endsWith(" --help");
        }
        assertThat(objects(program.run("rnu", JSON).out()).getFirst().get("message"))
                .isEqualTo("unknown command 'rnu'; did you mean 'run'?");
    }

    @Test
    void jvmErrorsAreReportedAsJson() throws Exception {
        var program = new Program(folder).variable("ROWAN_DEBUG", "1");
        program.write(
                "pipeline.yaml",
                Program.PIPELINE.replace(
                        "transforms:\n", "transforms:\n  - {plugin: broken, options: {at_once: true}}\n"));

        Ran ran = program.run("validate", "pipeline.yaml", JSON);

        assertThat(ran.code()).isEqualTo(2);
        assertThat(objects(ran.out()).getFirst().get("exit_code")).isEqualTo(2L);
    }

    @Test
    void aPictureOfAPipelineWithProblemsIsOneObject() throws Exception {
        var program = new Program(folder);
        program.write("pipeline.yaml", Program.PIPELINE.replace("plugin: keyword_filter", "plugin: keyword_filtre"));

        assertThat(objects(program.run("graph", "pipeline.yaml", JSON).out()))
                .singleElement()
                .satisfies(error -> assertThat(error.get("problems")).asString().contains("keyword_filter"));
    }

    @Test
    void rejectsJsonWithAnotherFormatOnStandardOutput() throws Exception {
        try (Opened opened = Situation.ENDED.open(folder)) {
            Ran ran = opened.program().run("export", "latest", "--format", "csv", JSON);

            assertThat(ran.code()).isEqualTo(1);
            assertThat(objects(ran.out()).getFirst().get("message")).asString().contains("--format jsonl");
        }
    }
}
