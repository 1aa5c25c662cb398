package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Usd;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.run.SplitRun;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.ControlRequestStore.Answer;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Drain, pause, tune and the deadline of runs with several workers, which resume in one process too.
@Tag("slow")
@Timeout(180)
@ExtendWith(PostgresServer.class)
class SplitControlTest {
    private static final int ROWS = 400;
    private static final int WRITERS = 2;
    private static final String PIPELINE = """
            run: {name: controlled%s}
            source: {plugin: csv, options: {path: in.csv, id: n}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "{{ text }}"
                  output_key: mood
                  max_tokens: 16
                  price: {input: 0.15, output: 0.6}
                  pool_size: 3
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    private final String url;
    private final Simulator simulator = Simulator.start(slow(), new SystemTime());
    private SplitStage stage;

    SplitControlTest(PostgresServer.Schema schema) throws IOException {
        url = schema.url();
    }

    @BeforeEach
    void prepare() throws IOException {
        stage = new SplitStage(
                folder,
                url,
                Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-test"));
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
    void aDrainedRunResumesInOneProcess() throws Exception {
        stage.write("pipeline.yaml", PIPELINE.formatted(""));
        RunResult drained = stage.run(new RunStartMode.Fresh(), WRITERS, Set.of(), (run, splits) -> {
            if (splits == 2) {
                give(run, new ControlRequest.Drain());
            }
        });
        assertThat(drained.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
        assertThat(drained.why()).hasValue("stopped by a control request by test");
        assertThat(folder.resolve("out.jsonl")).doesNotExist();
        assertThat(summary(drained.runId()).rowsEnded()).isBetween(40L, ROWS - 1L);

        stage.write("pipeline.yaml", PIPELINE.formatted("").replace("pool_size: 3", "pool_size: 40"));
        Program.Ran resumed = stage.command("resume", drained.runId());

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(summary(drained.runId()).calls().attempts())
                .containsEntry(CallState.ANSWERED, (long) ROWS)
                .doesNotContainKey(CallState.UNKNOWN);
        assertVerified(drained.runId());
        byte[] split = Files.readAllBytes(folder.resolve("out.jsonl"));
        Program.Ran plain = stage.command("run", "pipeline.yaml", "--overwrite");
        assertThat(plain.code()).as(plain.out() + plain.err()).isZero();
        assertThat(folder.resolve("out.jsonl")).hasBinaryContent(split);
    }

    @Test
    void aJobThatIsCancelledBeforeItsWorkersJoinInterruptsTheRun() throws Exception {
        stage.write("pipeline.yaml", PIPELINE.formatted(""));

        RunResult cancelled = stage.run((_, _) -> {});

        assertThat(cancelled.status()).isEqualTo(RunEnd.Status.INTERRUPTED);
        assertThat(cancelled.why()).hasValue("stopped by the cluster: its job ended before all splits were done");
        Program.Ran observed = stage.command("resume", cancelled.runId(), "--metrics-port", "0");
        assertThat(observed.code()).as(observed.err()).isEqualTo(1);
        assertThat(observed.err()).contains("was started on Flink").contains("omit them");
    }

    @Test
    void aPausedRunIsTunedAndContinues() throws Exception {
        stage.write("pipeline.yaml", PIPELINE.formatted(", max_cost_usd: 0.0005"));
        try (var scope = CallScope.open("operator")) {
            var operator = new FutureTask<?>[1];
            RunResult result = stage.run(new RunStartMode.Fresh(), WRITERS, Set.of(), (run, splits) -> {
                if (splits == 2) {
                    operator[0] = scope.fork(() -> pauseAndTune(run));
                }
            });

            assertThat(operator[0].get()).isEqualTo(true);
            assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
            assertVerified(result.runId());
        }
    }

    /// Without the pause, all rows would be done before the number of requests stays the same; without the higher cap,
    /// the run would be limited.
    private boolean pauseAndTune(SplitRun run) throws InterruptedException {
        answer(give(run, new ControlRequest.Pause()));
        long before = -1;
        for (long sent = answered(run); sent != before; sent = answered(run)) {
            before = sent;
            TimeUnit.SECONDS.sleep(3);
        }
        assertThat(before).isLessThan(ROWS);
        assertThat(run.progress().paused()).isTrue();
        assertThat(answer(give(run, new ControlRequest.MaxCost(Usd.of(BigDecimal.ONE)))))
                .contains("was 0.0005");
        assertThat(answer(give(run, new ControlRequest.PoolSize("llm", 20)))).contains("is 20, was 3");
        answer(give(run, new ControlRequest.Resume()));
        return true;
    }

    @Test
    void theDeadlineLimitsARunAndResumeContinuesIt() throws Exception {
        stage.write("pipeline.yaml", PIPELINE.formatted(", deadline: 4s"));
        RunResult limited = stage.run(WRITERS);
        assertThat(limited.status()).as(limited.why().orElse("")).isEqualTo(RunEnd.Status.LIMITED);
        assertThat(limited.why()).hasValue("stopped by the deadline of 4.0 s");

        stage.write("pipeline.yaml", PIPELINE.formatted(", deadline: 1h"));
        RunResult result = stage.resume(limited.runId(), 3);

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(summary(result.runId()).calls().attempts())
                .containsEntry(CallState.ANSWERED, (long) ROWS)
                .doesNotContainKey(CallState.UNKNOWN);
        assertVerified(result.runId());
    }

    @Test
    void aRunBegunInOneProcessIsNotDividedLater() throws Exception {
        stage.write("pipeline.yaml", PIPELINE.formatted(", max_cost_usd: 0.0003"));
        Program.Ran limited = stage.command("run", "pipeline.yaml");
        assertThat(limited.code()).as(limited.out() + limited.err()).isEqualTo(5);
        String runId = limited.out().split(" ", 3)[1];

        assertThat(catchThrowable(() -> stage.resume(runId, 2)))
                .hasMessageContaining("was started in one process; resume it without --engine flink");
    }

    private long give(SplitRun run, ControlRequest request) {
        try (Landscape landscape = open();
                ControlRequestStore store = landscape.controlRequests().orElseThrow()) {
            return store.give(run.runId(), "test", request);
        }
    }

    private Landscape open() {
        return Landscapes.open(url, folder, new SystemTime(), new SecureRandom());
    }

    private String answer(long number) throws InterruptedException {
        try (Landscape landscape = open();
                ControlRequestStore store = landscape.controlRequests().orElseThrow()) {
            Optional<Answer> answer = store.answered(number);
            while (answer.isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(50);
                answer = store.answered(number);
            }
            assertThat(answer.get().followed()).as(answer.get().message()).isTrue();
            return answer.get().message();
        }
    }

    private long answered(SplitRun run) {
        return summary(run.runId()).calls().attempts().getOrDefault(CallState.ANSWERED, 0L);
    }

    private RunSummary summary(String runId) {
        try (LandscapeReader reader = stage.reader()) {
            return reader.runs().summary(runId);
        }
    }

    private void assertVerified(String runId) throws IOException {
        Program.Ran verified = stage.command("verify", runId);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
    }

    private static SimulatorSettings slow() {
        return SimulatorSettings.read(Section.check(
                        ConfigNode.of(Map.of("latency", Map.of("typical", "150ms"))),
                        SimulatorSettings.OPTIONS,
                        Path.of(""),
                        new Problems())
                .orElseThrow());
    }
}
