package dev.rowan.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.simulator.Simulator;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A node in batch or auto mode and a cap on a real cluster; one run is detached and resumed. Runs with the campaign of
/// [FlinkRunIT].
@Tag("slow")
@ExtendWith(PostgresServer.class)
@EnabledIfSystemProperty(named = "rowan.flink.kills", matches = ".+")
class FlinkBatchIT {
    private static final int ROWS = 150;
    private static final String PIPELINE = """
            run: {name: batches, max_cost_usd: 1, deadline: 26h}
            source: {plugin: csv, options: {path: in.csv, id: n}}
            transforms:
              - plugin: llm
                name: mood
                options:
                  model: openai/gpt-4o-mini
                  mode: batch
                  batch: {poll_interval: 500ms}
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: mood
                  max_tokens: 16
                  price: {input: 0.15, output: 0.6}
              - plugin: llm
                name: reason
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "Why? {{ text }}"
                  output_key: reason
                  max_tokens: 16
                  price: {input: 0.15, output: 0.6}
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    private final String url;

    @TempDir
    private Path folder;

    FlinkBatchIT(PostgresServer.Schema schema) {
        url = schema.url();
    }

    private void write(String pipeline) throws IOException {
        Files.writeString(folder.resolve("pipeline.yaml"), pipeline);
        Files.writeString(
                folder.resolve("in.csv"),
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> n + ",text " + n)
                        .collect(Collectors.joining("\n", "n,text\n", "\n")));
    }

    @Test
    void aDetachedRunIsResumedOnFlink() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorControl.latency(20), new SystemTime())) {
            write(PIPELINE);
            var cli = new RowanProcess(simulator.address() + "/v1", url);
            RowanProcess.Ended waiting = cli.start(
                            folder, "run", "pipeline.yaml", "--engine", "flink", "--split-rows", "20", "--detach")
                    .await();
            assertThat(waiting.code()).as(waiting.output()).isEqualTo(6);

            RowanProcess.Ended ended = cli.start(folder, "resume", waiting.runId(), "--engine", "flink")
                    .await();

            assertThat(ended.code()).as(ended.output()).isZero();
            assertSound(cli, waiting.runId());
        }
    }

    /// Canaries of the workers go in real time, the other rows through batches.
    @Test
    void autoModeUsesBatchesOnFlink() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorControl.latency(20), new SystemTime())) {
            write(PIPELINE.replace("mode: batch", "mode: auto"));
            var cli = new RowanProcess(simulator.address() + "/v1", url);

            RowanProcess.Ended ended = cli.start(
                            folder, "run", "pipeline.yaml", "--engine", "flink", "--split-rows", "20")
                    .await();

            assertThat(ended.code()).as(ended.output()).isZero();
            try (LandscapeReader reader = Landscapes.read(url, folder)) {
                assertThat(reader.jobs().list(ended.runId())).isNotEmpty();
            }
            assertSound(cli, ended.runId());
        }
    }

    private void assertSound(RowanProcess cli, String runId) throws Exception {
        assertThat(folder.resolve("out.jsonl")).content().hasLineCount(ROWS);
        try (LandscapeReader reader = Landscapes.read(url, folder)) {
            RunSummary summary = reader.runs().summary(runId);
            assertThat(summary.calls().attempts()).containsOnly(Map.entry(CallState.ANSWERED, 2L * ROWS));
        }
        RowanProcess.Ended verified = cli.start(folder, "verify", runId).await();
        assertThat(verified.code()).as(verified.output()).isZero();
    }
}
