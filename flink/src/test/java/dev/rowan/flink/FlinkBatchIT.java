package dev.rowan.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.simulator.Simulator;
import dev.rowan.testkit.server.PostgresServer;
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

/// A node in batch mode and a cap on a real cluster, in a run that is detached and resumed. Runs with the campaign of
/// [FlinkRunIT].
@Tag("slow")
@ExtendWith(PostgresServer.class)
@EnabledIfSystemProperty(named = "rowan.flink.kills", matches = ".+")
class FlinkBatchIT {
    private static final int ROWS = 150;
    private static final String PIPELINE = """
            run: {name: batches, max_cost_usd: 1, deadline: 1h}
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
              - plugin: llm
                name: reason
                options: {model: openai/gpt-4o-mini, user_prompt_template: "Why? {{ text }}", output_key: reason, max_tokens: 16}
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    private final String url;

    @TempDir
    private Path folder;

    FlinkBatchIT(PostgresServer.Schema schema) {
        url = schema.url();
    }

    @Test
    void aDetachedRunIsResumedOnFlink() throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorControl.latency(20), new SystemTime())) {
            Files.writeString(folder.resolve("pipeline.yaml"), PIPELINE);
            Files.writeString(
                    folder.resolve("in.csv"),
                    IntStream.rangeClosed(1, ROWS)
                            .mapToObj(n -> n + ",text " + n)
                            .collect(Collectors.joining("\n", "n,text\n", "\n")));
            var cli = new RowanProcess(simulator.address() + "/v1", url);
            RowanProcess.Ended waiting = cli.start(
                            folder, "run", "pipeline.yaml", "--engine", "flink", "--split-rows", "20", "--detach")
                    .await();
            assertThat(waiting.code()).as(waiting.output()).isEqualTo(6);

            RowanProcess.Ended ended = cli.start(folder, "resume", waiting.runId(), "--engine", "flink")
                    .await();

            assertThat(ended.code()).as(ended.output()).isZero();
            assertThat(folder.resolve("out.jsonl")).content().hasLineCount(ROWS);
            try (LandscapeReader reader = Landscapes.read(url, folder)) {
                RunSummary summary = reader.runs().summary(waiting.runId());
                assertThat(summary.calls().attempts()).containsOnly(Map.entry(CallState.ANSWERED, 2L * ROWS));
            }
            RowanProcess.Ended verified =
                    cli.start(folder, "verify", waiting.runId()).await();
            assertThat(verified.code()).as(verified.output()).isZero();
        }
    }
}
