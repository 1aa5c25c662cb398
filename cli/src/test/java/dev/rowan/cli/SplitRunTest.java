package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireProvider.OpenWire;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.run.SplitRun;
import dev.rowan.engine.split.SplitPlan;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SplitQueries.SplitState;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.providers.http.AuditedWires;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Runs whose splits are processed by several writers on PostgreSQL, compared with a run in one process.
@Tag("slow")
@ExtendWith(PostgresServer.class)
class SplitRunTest {
    private static final int POOL = 8;
    private static final String PIPELINE = """
            run: {name: splits, window: 30}
            source: {plugin: csv, options: {path: in.csv, id: n, on_error: unreadable}}
            transforms:
              - plugin: keyword_filter
                options: {fields: [text], blocked_patterns: ["password"], on_error: blocked}
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "{{ text }}"
                  output_key: mood
                  pool_size: %d
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              blocked: {plugin: csv, options: {path: out/blocked.csv}}
              unreadable: {plugin: csv, options: {path: out/unreadable.csv}}
            """.formatted(POOL);
    private static final int ROWS = 230;

    @TempDir
    private Path folder;

    private final String url;

    SplitRunTest(PostgresServer.Schema schema) {
        url = schema.url();
    }

    @Test
    void severalWritersWriteWhatOneProcessWrites() throws Exception {
        compare(Set.of(), 3);
    }

    @Test
    void anAttemptThatIsReplacedWhileItWorksChangesNothing() throws Exception {
        compare(Set.of(2, 5, 9), 2);
    }

    @Test
    void anInputWithoutRowsLeavesHeadersAlone() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            Path split = prepare("split", "n,text\n");
            RunResult result = runSplit(split, variables(simulator), 2, Set.of());

            assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(split.resolve("out/blocked.csv")).hasContent("n,text,_error\n");
            assertVerified(split, result.runId(), variables(simulator));
        }
    }

    @Test
    void anInputThatCannotBeDividedMustBeSmall() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            Path split = prepare("split", "");
            Files.writeString(split.resolve("pipeline.yaml"), PIPELINE.replace("in.csv", "in.csv.gz"));
            try (var packed = new GZIPOutputStream(Files.newOutputStream(split.resolve("in.csv.gz")))) {
                packed.write(("n,text\n" + "1,a\n".repeat((int) SplitPlan.MAX_SPLIT_ROWS + 1)).getBytes(US_ASCII));
            }

            assertThatThrownBy(() -> runSplit(split, variables(simulator), 2, Set.of()))
                    .hasMessageContaining("in.csv.gz has a part of more than 250,000 rows that cannot be divided");
        }
    }

    private void compare(Set<Integer> replacements, int writers) throws Exception {
        try (Simulator simulator = Simulator.start(slow(), new SystemTime())) {
            Map<String, String> variables = variables(simulator);
            Path plain = prepare("plain", rows());
            Path split = prepare("split", rows());
            var program = new Program(plain);
            variables.forEach(program::variable);
            program.write("pipeline.yaml", PIPELINE);
            Program.Ran ran = program.run("run", "pipeline.yaml");
            assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(4);

            RunResult result = runSplit(split, variables, writers, replacements);

            assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
            assertSameOutput(plain.resolve("out"), runId(ran), split.resolve("out"), result.runId());
            assertVerified(split, result.runId(), variables);
            assertRecord(result.runId(), replacements.size());
        }
    }

    /// Byte for byte, but for the id of the run that rows with an error name.
    private static void assertSameOutput(Path plain, String plainId, Path split, String splitId) throws IOException {
        for (String name : List.of("output.jsonl", "blocked.csv", "unreadable.csv")) {
            assertThat(Files.readString(split.resolve(name)).replace(splitId, "RUN"))
                    .as(name)
                    .isEqualTo(Files.readString(plain.resolve(name)).replace(plainId, "RUN"));
            assertThat(Files.getPosixFilePermissions(split.resolve(name)))
                    .as(name)
                    .isEqualTo(Files.getPosixFilePermissions(plain.resolve(name)));
        }
        try (Stream<Path> files = Files.list(split)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).noneMatch(name -> name.contains(".part"));
        }
    }

    /// Every row has been paid once, but for calls in flight when an attempt was replaced, which are on record.
    private void assertRecord(String runId, int replacements) {
        try (LandscapeReader reader = Landscapes.read(url, folder)) {
            RunSummary summary = reader.runs().summary(runId);
            assertThat(summary.rowsRead()).isEqualTo(ROWS);
            assertThat(summary.rowsEnded()).isEqualTo(ROWS);
            Map<CallState, Long> attempts = summary.calls().attempts();
            assertThat(attempts).containsEntry(CallState.ANSWERED, ROWS - 20L);
            assertThat(attempts.getOrDefault(CallState.UNKNOWN, 0L)).isLessThanOrEqualTo(2L * POOL * replacements);
            assertThat(reader.splits().list(runId))
                    .hasSize(ROWS / 20 + 1)
                    .allMatch(SplitState::done)
                    .satisfies(splits -> assertThat(splits.stream().anyMatch(split -> split.openings() > 1))
                            .isEqualTo(replacements > 0));
        }
    }

    private void assertVerified(Path split, String runId, Map<String, String> variables) throws IOException {
        var program = new Program(split);
        variables.forEach(program::variable);
        program.write("pipeline.yaml", PIPELINE);
        Program.Ran verified = program.run("verify", runId, "--landscape", url);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        Program.Ran replayed = program.run("replay", runId, "--landscape", url);
        assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
        if (Files.size(split.resolve("in.csv")) > 100) {
            Program.Ran explained = program.run("explain", runId, "--row", "21", "--landscape", url);
            assertThat(explained.code()).as(explained.out() + explained.err()).isZero();
            assertThat(explained.out()).contains("completed");
        }
    }

    private static String runId(Program.Ran ran) {
        return ran.out().split(" ", 3)[1];
    }

    private Path prepare(String name, String input) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.writeString(made.resolve("in.csv"), input);
        Files.writeString(made.resolve("pipeline.yaml"), PIPELINE);
        return made;
    }

    private static String rows() {
        var rows = new StringBuilder("n,text\n");
        for (int n = 1; n <= ROWS; n++) {
            rows.append(
                    switch (n % 23) {
                        case 7 -> n + ",my password\n";
                        case 11 -> n + ",\"two\nlines\"\n";
                        case 13 -> n + "\n";
                        default -> n + ",text " + n + "\n";
                    });
        }
        return rows.toString();
    }

    /// Answers take so long that calls are in flight when an attempt is replaced.
    private static SimulatorSettings slow() {
        return SimulatorSettings.read(Section.check(
                        ConfigNode.of(Map.of("latency", Map.of("typical", "30ms"))),
                        SimulatorSettings.OPTIONS,
                        Path.of(""),
                        new Problems())
                .orElseThrow());
    }

    private static Map<String, String> variables(Simulator simulator) {
        return Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-test");
    }

    /// Outcomes and parts are recorded when the parts have their names: a process that dies after the commit leaves
    /// all of them.
    @Test
    void partsOnRecordAreOnDisk() throws Exception {
        assertThat(partsMissingAfterCommits(false)).isEmpty();
    }

    /// The planted defect: the commit comes before the names.
    @Test
    void partsThatAreRecordedBeforeTheyHaveTheirNamesAreFound() throws Exception {
        assertThat(partsMissingAfterCommits(true)).contains("output.jsonl.part-0");
    }

    private List<String> partsMissingAfterCommits(boolean renameLate) throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            Path split = prepare("split", rows());
            var recording = new PartRecording(url, split.resolve("out"), renameLate);
            runSplit(split, variables(simulator), 2, Set.of(), recording::over);
            assertThat(recording.commits()).isEqualTo(ROWS / 20 + 1);
            return recording.missing();
        }
    }

    private RunResult runSplit(Path in, Map<String, String> variables, int writers, Set<Integer> replacements)
            throws IOException, InterruptedException {
        return runSplit(in, variables, writers, replacements, UnaryOperator.identity());
    }

    /// The workers record in what `recording` makes of the landscape.
    private RunResult runSplit(
            Path in,
            Map<String, String> variables,
            int writers,
            Set<Integer> replacements,
            UnaryOperator<Landscape> recording)
            throws IOException, InterruptedException {
        var time = new SystemTime();
        Path file = in.resolve("pipeline.yaml");
        PipelineFile read = PipelineFile.read(file, variables);
        Pipeline pipeline = PipelineAssembly.assemble(
                read.root(),
                new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file)),
                PluginCatalog.load());
        try (OpenWire wire = new AuditedWires().open(pipeline.network().wire(), variables, time);
                Landscape landscape = Landscapes.open(url, in, time, new SecureRandom())) {
            var environment = RunEnvironment.of(wire, new SecretSource(variables, in, Duration.ofSeconds(30)), () -> {
                throw new PluginException("no simulator here");
            });
            var request = RunRequest.fresh("test", List.of(), "test", OptionalLong.empty(), Sink.Existing.REFUSE);
            var cluster =
                    new ThreadCluster(file, variables, recording.apply(landscape), writers, replacements, _ -> {});
            RunResult result = new SplitRun(
                            pipeline, landscape, request, environment, cluster, 20, time, new SecureRandom())
                    .run();
            if (!replacements.isEmpty()) {
                assertThat(cluster.failures()).as("attempts that were replaced").isNotEmpty();
            }
            return result;
        }
    }
}
