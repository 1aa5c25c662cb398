package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Workers with `mode: auto`: the owner weighs real time against batches by the deadline, on a clock of the test.
@Tag("slow")
@Timeout(240)
@ExtendWith(PostgresServer.class)
class SplitAutoTest {
    private static final int ROWS = 130;
    /// Two workers send twenty rows each in real time first.
    private static final int CANARIES = 40;

    private static final String PIPELINE = """
            run: {name: moods, deadline: %s}
            source: {plugin: csv, options: {path: in.csv, id: n}}
            transforms:
              - plugin: llm
                name: mood
                options:
                  model: openai/gpt-4o-mini
                  mode: auto
                  batch: {poll_interval: 200ms}
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: mood
                  max_tokens: 16
                  requests_per_minute: 600
                  pool_size: 20
                  price: {input: 0.15, output: 0.6}
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    private final String url;
    private final SteppedTime time = new SteppedTime();
    private Simulator simulator;
    private SplitStage stage;

    SplitAutoTest(PostgresServer.Schema schema) {
        url = schema.url();
    }

    @BeforeEach
    void prepare() throws IOException {
        start("1s", "26h");
    }

    /// Starts the simulator, whose batches run so long, and writes a pipeline with this deadline.
    private void start(String running, String deadline) throws IOException {
        simulator = Simulator.start(
                SimulatorSettings.read(Section.check(
                                ConfigNode.of(Map.of("batch", Map.of("running", running))),
                                SimulatorSettings.OPTIONS,
                                Path.of(""),
                                new Problems())
                        .orElseThrow()),
                new SystemTime());
        stage = new SplitStage(
                        folder,
                        url,
                        Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-test"))
                .with(time);
        stage.write("pipeline.yaml", PIPELINE.formatted(deadline));
        stage.write(
                "in.csv",
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> n + ",text " + (10_000 + n))
                        .collect(Collectors.joining("\n", "n,text\n", "\n")));
    }

    @AfterEach
    void stop() throws IOException {
        simulator.close();
    }

    @Test
    void whatABatchHasNotDoneInTimeIsSentInRealTime() throws Exception {
        simulator.close();
        start("100h", "26h");
        RunResult result;
        try (var scope = CallScope.open("owner")) {
            FutureTask<RunResult> running = scope.fork(() -> stage.run(2));
            awaitBatches(running);
            time.advance(Duration.ofHours(26).minusMinutes(15));
            time.run();
            result = running.get();
        }

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(attempts(result.runId()))
                .as("each row has one answer; those of the cancelled job cost nothing")
                .isEqualTo(Map.of(CallState.ANSWERED, (long) ROWS, CallState.REJECTED, (long) ROWS - CANARIES));
        assertThat(released(result.runId())).isEqualTo(ROWS - CANARIES);
        assertSound(result.runId());
    }

    /// Nine seconds are left after collecting; real time does ten calls a second, six of which count.
    @Test
    void submitsNoMoreThanRealTimeCouldStillProcess() throws Exception {
        stage.write("pipeline.yaml", PIPELINE.formatted("909s"));

        RunResult waiting = stage.detach(new RunStartMode.Fresh(), 2);

        assertThat(waiting.status()).as(waiting.why().orElse("")).isEqualTo(RunEnd.Status.WAITING);
        assertThat(items(waiting.runId())).isEqualTo(54);
        assertThat(released(waiting.runId())).isEqualTo(ROWS - CANARIES - 54);
        assertThat(attempts(waiting.runId()).get(CallState.ANSWERED))
                .as("released rows, but for those in one split with rows of the job, do not wait for it")
                .isBetween(CANARIES + 1L, ROWS - 54L);

        time.run();
        RunResult result = stage.resume(waiting.runId(), 3);

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(attempts(result.runId())).containsEntry(CallState.ANSWERED, (long) ROWS);
        assertSound(result.runId());
    }

    @Test
    void aReplacedWorkerLeavesItsParkedCallsToTheOwner() throws Exception {
        time.run();

        RunResult result = stage.run(new RunStartMode.Fresh(), 2, Set.of(3), (_, _) -> {});

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(attempts(result.runId())).containsEntry(CallState.ANSWERED, (long) ROWS);
        assertThat(items(result.runId())).isBetween(ROWS - CANARIES - 40L, (long) ROWS - CANARIES);
        assertSound(result.runId());
    }

    /// Waits until the batches are created; fails if the run ends before.
    private void awaitBatches(FutureTask<RunResult> running) throws Exception {
        while (created() == 0) {
            if (running.isDone()) {
                throw new AssertionError("the run has ended: " + running.get());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private long created() {
        try (LandscapeReader reader = stage.reader()) {
            return reader.runs().newest(1).stream()
                    .flatMap(run -> reader.jobs().list(run.runId()).stream())
                    .filter(job -> job.step().equals("created"))
                    .count();
        } catch (LandscapeException _) {
            return 0; // it is being made
        }
    }

    private long items(String runId) {
        try (LandscapeReader reader = stage.reader()) {
            return reader.jobs().list(runId).stream()
                    .map(JobState::of)
                    .mapToLong(JobState::items)
                    .sum();
        }
    }

    private long released(String runId) {
        try (LandscapeReader reader = stage.reader()) {
            return reader.notes().list(runId, "calls_released").stream()
                    .flatMap(note -> note.get("rows") instanceof List<?> ranges ? ranges.stream() : Stream.empty())
                    .mapToLong(range -> range instanceof List<?> ends
                                    && ends.getFirst() instanceof Long first
                                    && ends.getLast() instanceof Long last
                            ? last - first + 1
                            : 0)
                    .sum();
        }
    }

    private Map<CallState, Long> attempts(String runId) {
        try (LandscapeReader reader = stage.reader()) {
            RunSummary summary = reader.runs().summary(runId);
            return summary.calls().attempts();
        }
    }

    /// The record is consistent, and the output is that of a run in one process.
    private void assertSound(String runId) throws IOException {
        Program.Ran verified = stage.command("verify", runId);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        byte[] split = Files.readAllBytes(folder.resolve("out.jsonl"));
        Program.Ran replayed = stage.command("replay", runId);
        assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
        stage.write(
                "pipeline.yaml",
                PIPELINE.formatted("1h").replaceAll("(?m)^ *(mode: auto|batch: .*|requests_per_minute: .*)\n", ""));
        Program.Ran plain = stage.command("run", "pipeline.yaml", "--overwrite");
        assertThat(plain.code()).as(plain.out() + plain.err()).isZero();
        assertThat(folder.resolve("out.jsonl")).hasBinaryContent(split);
    }
}
