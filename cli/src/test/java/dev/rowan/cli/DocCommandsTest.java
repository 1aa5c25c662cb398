package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.Situation.Opened;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every command on the pages of the documentation is typed, against the simulator. Pages for newcomers are followed
/// from
/// their beginning to their end; other commands are typed where they make sense ([DocRule]).
@Timeout(120)
@Tag("slow")
class DocCommandsTest {
    private static final String BATCHES = "examples/batch/README.md";

    /// Pages whose commands build on each other.
    private static final Set<String> FOLLOWED =
            Set.of("README.md", "examples/quickstart/README.md", "examples/moderation/README.md", BATCHES);

    /// Commands that are not typed here, and why.
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("run examples/azure_blob_sentiment/upload.yaml", "needs Azurite; BlobSentimentIT runs it"),
            Map.entry("run examples/azure_blob_sentiment/settings.yaml", "needs Azurite; BlobSentimentIT runs it"),
            Map.entry("run examples/s3_reviews/upload.yaml", "needs an S3 server; S3ReviewsIT runs it"),
            Map.entry("doctor examples/s3_reviews/pipeline.yaml", "needs an S3 server"),
            Map.entry("run examples/s3_reviews/pipeline.yaml", "needs an S3 server; S3ReviewsIT runs it"),
            Map.entry("run examples/s3_reviews/show.yaml", "needs an S3 server"),
            Map.entry("install-api maven-repository", "needs the jars of a build; InstallApiIT runs it"),
            Map.entry("preview own-server.yaml --row 1", "needs a server with TLS; ReadmeTasksTest types it"),
            Map.entry("run own-server.yaml", "needs a server with TLS; ReadmeTasksTest types it"),
            Map.entry(
                    "reconcile --run latest --provider anthropic --bill usage.json",
                    "needs the provider's export; ReconcileTest has it"),
            Map.entry(
                    "reconcile --provider openai --from 2026-11-01 --to 2026-11-15 --bill usage.json",
                    "needs the provider's export; ReconcileTest has it"),
            Map.entry(
                    "estimate pipeline.yaml --calibrate sure --rows 200 --agreement 0.95",
                    "needs a cascade; CalibrateTest has it"),
            Map.entry("plugins shout", "a plugin of one's own; PluginExampleTest has it"));

    /// A placeholder in a command, and its value.
    private static final Map<String, String> PLACEHOLDERS = Map.ofEntries(
            Map.entry("FILE", "pipeline.yaml"),
            Map.entry("RUN", "latest"),
            Map.entry("JOB", "1"),
            Map.entry("N", "1"),
            Map.entry("ID", "R-00011"),
            Map.entry("DIR", "made"),
            Map.entry("NAME", "csv"),
            Map.entry("PORT", "0"),
            Map.entry("8484", "0"),
            Map.entry("8081", "0"),
            Map.entry("PROVIDER", "openai"),
            Map.entry("COMMAND", "run"),
            Map.entry("tickets", "moods"),
            Map.entry("200", "2"));

    private static final Pattern RUN_ID = Pattern.compile("\\d{8}-\\d{6}-[a-z0-9]{4}");
    /// The launcher's own commands.
    private static final Set<String> OF_A_CLONE = Set.of("test", "fmt", "bench");

    @TempDir
    private Path folder;

    /// Each command once, by its arguments.
    static Stream<DocCommand> commands() throws IOException {
        var once = new LinkedHashMap<String, DocCommand>();
        DocCommand.all().stream()
                .filter(command -> !FOLLOWED.contains(command.page()))
                .filter(command -> !ELSEWHERE.containsKey(command.key()))
                .filter(command -> !OF_A_CLONE.contains(first(command)))
                .filter(command -> !isName(command))
                .forEach(command -> once.putIfAbsent(command.key(), command));
        return once.values().stream();
    }

    private static String first(DocCommand command) {
        return command.typed().arguments().getFirst();
    }

    /// Whether it is only the name of a command that takes more than that.
    private static boolean isName(DocCommand command) {
        return command.key().matches("[a-z]+|batch [a-z]+")
                && !Set.of("runs", "schema", "plugins", "doctor", "serve", "simulate", "batch list")
                        .contains(command.key());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandWorksWhereItMakesSense(DocCommand command) throws Exception {
        DocRule rule = DocRule.of(command.key());
        try (Opened opened = rule.situation().open(folder)) {
            Ran ran = type(command, rule, opened.program());
            assertThat(rule.codes()).as(command + "\n" + ran.out() + ran.err()).contains(ran.code());
        }
    }

    @Test
    void pagesForNewcomersCanBeFollowed() throws Exception {
        List<DocCommand> commands = DocCommand.all();
        for (String page : FOLLOWED) {
            if (page.equals(BATCHES)) {
                continue; // has a test of its own
            }
            Path directory = Files.createDirectory(folder.resolve(page.replace('/', '-')));
            try (Opened opened = Situation.FILES.open(directory)) {
                writeTasks(directory);
                for (DocCommand command : commands) {
                    if (!command.page().equals(page)
                            || ELSEWHERE.containsKey(command.key())
                            || OF_A_CLONE.contains(first(command))) {
                        continue;
                    }
                    Ran ran = type(command, DocRule.of(command.key()), opened.program());
                    assertThat(ran.code())
                            .as(command + "\n" + ran.out() + ran.err())
                            .isIn(0, 4);
                }
            }
        }
    }

    /// The page's own server is another one here, and its batches take no minute.
    @Test
    void thePageOnBatchesCanBeFollowed() throws Exception {
        try (Opened opened = Situation.FILES.open(folder);
                Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            Path pipeline = folder.resolve("examples/batch/pipeline.yaml");
            Files.writeString(pipeline, Files.readString(pipeline).replace(", max_cost_usd: 1", ""));
            opened.program()
                    .variable("OPENAI_BASE_URL", simulator.address() + "/v1")
                    .variable("OPENAI_API_KEY", "any-key-will-do");
            for (DocCommand command : DocCommand.all()) {
                if (command.page().equals(BATCHES)) {
                    Map<String, String> variables =
                            new HashMap<>(command.typed().variables());
                    variables.computeIfPresent("POLL", (_, _) -> "100ms");
                    Ran ran = type(command, DocRule.of(command.key()), opened.program(), variables);
                    assertThat(ran.code())
                            .as(command + "\n" + ran.out() + ran.err())
                            .isIn(0, 6);
                }
            }
        }
    }

    /// The files of the README's tasks: its pipelines and their input.
    private static void writeTasks(Path directory) throws IOException {
        Pattern.compile("(?ms)^```yaml\n(# (\\S+\\.yaml)\n.*?)^```")
                .matcher(Files.readString(Path.of("..", "README.md")))
                .results()
                .forEach((MatchResult found) -> write(directory.resolve(found.group(2)), found.group(1)));
        write(directory.resolve("prompt.txt"), "Which category? {{ text }}\n");
        write(
                directory.resolve("tickets.jsonl"),
                Stream.iterate(1, n -> n + 1)
                        .limit(10)
                        .map(n -> "{\"id\":\"T-%03d\"%s}\n".formatted(n, n == 7 ? "" : ",\"text\":\"late parcel\""))
                        .collect(Collectors.joining()));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static Ran type(DocCommand command, DocRule rule, Program program) {
        return type(command, rule, program, Map.of());
    }

    private static Ran type(DocCommand command, DocRule rule, Program program, Map<String, String> variables) {
        var arguments = new ArrayList<String>();
        for (String word : command.typed().arguments()) {
            if (!word.startsWith("[")) {
                arguments.add(arguments.isEmpty() ? word : filled(word, arguments.getLast()));
            }
        }
        if (!rule.more().isEmpty()) {
            arguments.add(rule.more());
        }
        return switch (arguments.getFirst()) {
            case "serve", "simulate" -> program.serve("Press Ctrl-C to stop", arguments.toArray(String[]::new));
            default -> program.type(new TypedLine(variables, arguments));
        };
    }

    /// The typed argument; `before` is the preceding one.
    private static String filled(String word, String before) {
        if (before.equals("--out") && word.equals("FILE")) {
            return "made.json";
        }
        if (before.equals("--check") && word.equals("FILE")) {
            return "row-17.json";
        }
        String named = RUN_ID.matcher(word).replaceAll("latest");
        return PLACEHOLDERS.getOrDefault(named, named);
    }

    @Test
    void whatIsNotTypedHereStandsInTheDocumentation() throws IOException {
        Set<String> keys = DocCommand.all().stream().map(DocCommand::key).collect(Collectors.toSet());
        assertThat(keys)
                .as("commands that no page has any more: take them out of this test")
                .containsAll(ELSEWHERE.keySet());
        assertThat(DocCommand.all().stream().map(DocCommand::page)).containsAll(FOLLOWED);
    }

    /// A command that is only named exists; so does a benchmark.
    @Test
    void everyNameIsOfACommand() throws IOException {
        var program = new Program(folder);
        String benchmarks = Files.readString(Path.of("../bench/src/main/java/dev/rowan/bench/Bench.java"));
        String launcher = Files.readString(Path.of("..", "rowan"));
        var seen = new HashSet<String>();
        for (DocCommand command : DocCommand.all()) {
            List<String> arguments = command.typed().arguments();
            if (isName(command) && !OF_A_CLONE.contains(first(command)) && seen.add(command.key())) {
                var help = new ArrayList<>(arguments);
                help.add("--help");
                assertThat(program.run(help.toArray(String[]::new)).code())
                        .as(command.toString())
                        .isZero();
            }
            if (first(command).equals("bench")
                    && arguments.size() > 1
                    && !arguments.get(1).equals("NAME")) {
                assertThat(benchmarks).as(command.toString()).contains("\"" + arguments.get(1) + "\"");
            }
            if (OF_A_CLONE.contains(first(command))) {
                assertThat(launcher).as(command.toString()).contains("\n" + first(command) + ")");
            }
        }
    }
}
