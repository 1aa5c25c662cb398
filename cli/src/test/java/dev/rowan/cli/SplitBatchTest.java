package dev.rowan.cli;

import static dev.rowan.cli.RunFigures.maps;
import static dev.rowan.cli.RunFigures.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Calls of workers that go through a batch service: the owner of the run submits them.
@Tag("slow")
@Timeout(240)
@ExtendWith(PostgresServer.class)
class SplitBatchTest {
    private static final int ROWS = 130;
    private static final String PIPELINE = """
            run: {name: moods%s}
            source: {plugin: csv, options: {path: in.csv, id: n}}
            transforms:
              - plugin: llm
                name: mood
                options:
                  model: openai/gpt-4o-mini
                  mode: batch
                  batch: {poll_interval: 200ms, max_requests: 50}
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: mood
                  max_tokens: 16
                  price: {input: 0.15, output: 0.6}
              - plugin: llm
                name: reason
                options:
                  model: openai/gpt-4o-mini
                  mode: batch
                  batch: {poll_interval: 200ms, max_requests: 500}
                  user_prompt_template: "Why? {{ text }}"
                  output_key: reason
                  max_tokens: 16
                  price: {input: 0.15, output: 0.6}
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    private final String url;
    private Simulator simulator;
    private SplitStage stage;

    SplitBatchTest(PostgresServer.Schema schema) {
        url = schema.url();
    }

    @BeforeEach
    void prepare() throws IOException {
        start(Map.of("running", "1s"));
    }

    /// Starts the simulator with this section `batch` of its settings.
    private void start(Map<String, Object> batch) throws IOException {
        simulator = Simulator.start(
                SimulatorSettings.read(Section.check(
                                ConfigNode.of(Map.of("batch", batch)),
                                SimulatorSettings.OPTIONS,
                                Path.of(""),
                                new Problems())
                        .orElseThrow()),
                new SystemTime());
        stage = new SplitStage(
                folder,
                url,
                Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-test"));
        stage.write("pipeline.yaml", PIPELINE.formatted(""));
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
    void theOwnerSubmitsTheCallsOfAllWorkers() throws Exception {
        RunResult result = stage.run(new RunStartMode.Fresh(), 2, Set.of(3), (_, _) -> {});

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        Map<?, ?> status = stage.command("status", result.runId(), "--json").json();
        assertThat(maps(status.get("nodes")).stream().map(node -> number(node.get("attempts"))))
                .as("the sample of the owner counts the calls of its jobs")
                .containsExactly((long) ROWS, (long) ROWS);
        assertComplete(result.runId());
    }

    @Test
    void aDetachedRunWaitsAndIsResumedOnEitherEngine() throws Exception {
        simulator.close();
        start(Map.of("running", "1h"));
        RunResult waiting = stage.detach(new RunStartMode.Fresh(), 2);
        assertThat(waiting.status()).as(waiting.why().orElse("")).isEqualTo(RunEnd.Status.WAITING);
        assertThat(waiting.why().orElseThrow()).contains("130 calls wait for 3 batch jobs");
        control("PUT", "settings", "{\"batch\": {\"running\": \"1s\"}}");
        control("POST", "advance?by=PT2H", "");
        RunResult again = stage.resume(waiting.runId(), 3);
        assertThat(again.status()).as(again.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        assertComplete(waiting.runId());
    }

    @Test
    void aDetachedRunIsResumedInOneProcess() throws Exception {
        RunResult waiting = stage.detach(new RunStartMode.Fresh(), 2);

        Program.Ran resumed = stage.command("resume", waiting.runId());

        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertComplete(waiting.runId());
    }

    @Test
    void theCapHoldsForJobsToo() throws Exception {
        stage.write("pipeline.yaml", PIPELINE.formatted(", max_cost_usd: 0.0004"));
        RunResult limited = stage.run(2);
        assertThat(limited.status()).as(limited.why().orElse("")).isEqualTo(RunEnd.Status.LIMITED);
        assertThat(summary(limited.runId()).calls().cost().dollars()).isLessThanOrEqualTo(new BigDecimal("0.0004"));

        stage.write("pipeline.yaml", PIPELINE.formatted(", max_cost_usd: 1"));
        RunResult result = stage.resume(limited.runId(), 2);

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        assertComplete(result.runId());
    }

    @Test
    void rejectedItemsAreSubmittedAgainOrFailTheirRows() throws Exception {
        simulator.close();
        start(Map.of("running", "1s", "row_faults", Map.of("status:500", 0.15, "status:400", 0.1)));

        RunResult result = stage.run(2);

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        RunSummary summary = summary(result.runId());
        assertThat(summary.rowsEnded()).isEqualTo(ROWS);
        assertThat(summary.calls().attempts().get(CallState.REJECTED)).isGreaterThan(10);
        Program.Ran verified = stage.command("verify", result.runId());
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
    }

    @Test
    void requestsThatAreTooFewForAJobAreSentInRealTime() throws Exception {
        stage.write(
                "pipeline.yaml",
                PIPELINE.formatted("").replaceAll("max_requests: [0-9]+", "min_requests: " + (ROWS + 1)));

        RunResult result = stage.run(2);

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        try (LandscapeReader reader = stage.reader()) {
            assertThat(reader.jobs().list(result.runId())).isEmpty();
        }
        assertComplete(result.runId());
    }

    @Test
    void equalRequestsShareTheAnswerOfAJob() throws Exception {
        int distinct = 5;
        stage.write(
                "pipeline.yaml",
                PIPELINE.formatted("").replace("max_tokens: 16\n", "max_tokens: 16\n      dedupe: true\n"));
        stage.write(
                "in.csv",
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> n + ",text " + n % distinct)
                        .collect(Collectors.joining("\n", "n,text\n", "\n")));

        RunResult result = stage.run(2);

        assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
        RunSummary summary = summary(result.runId());
        assertThat(summary.rowsEnded()).isEqualTo(ROWS);
        long answered = summary.calls().attempts().getOrDefault(CallState.ANSWERED, 0L);
        assertThat(answered).isBetween(2L * distinct, 2L * 2 * distinct);
        assertThat(summary.calls().shared()).isEqualTo(2L * ROWS - answered);
        Program.Ran verified = stage.command("verify", result.runId());
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
    }

    /// Every row was paid once, and the output is that of a run in one process.
    private void assertComplete(String runId) throws IOException {
        RunSummary summary = summary(runId);
        assertThat(summary.rowsEnded()).isEqualTo(ROWS);
        assertThat(summary.calls().attempts()).containsOnly(Map.entry(CallState.ANSWERED, 2L * ROWS));
        Program.Ran verified = stage.command("verify", runId);
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        byte[] split = Files.readAllBytes(folder.resolve("out.jsonl"));
        Program.Ran replayed = stage.command("replay", runId);
        assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
        Program.Ran plain = stage.command("run", "pipeline.yaml", "--overwrite");
        assertThat(plain.code()).as(plain.out() + plain.err()).isZero();
        assertThat(folder.resolve("out.jsonl")).hasBinaryContent(split);
    }

    /// Controls the simulator.
    private void control(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> reply = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(simulator.address().resolve("/_simulator/" + path))
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    }

    private RunSummary summary(String runId) {
        try (LandscapeReader reader = stage.reader()) {
            return reader.runs().summary(runId);
        }
    }
}
