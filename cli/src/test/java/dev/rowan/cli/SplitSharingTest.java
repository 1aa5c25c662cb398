package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.testkit.server.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Equal requests of a worker share an answer.
@Tag("slow")
@ExtendWith(PostgresServer.class)
class SplitSharingTest {
    private static final int ROWS = 240;
    private static final int DISTINCT = 7;
    private static final int WRITERS = 2;
    private static final String PIPELINE = """
            run: {name: shared, window: 30}
            source: {plugin: csv, options: {path: in.csv, id: n}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "{{ text }}"
                  output_key: mood
                  dedupe: true
                  pool_size: 4
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """;

    @TempDir
    private Path folder;

    private final String url;

    SplitSharingTest(PostgresServer.Schema schema) {
        url = schema.url();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWorkerSendsEqualRequestsOnce(boolean replaced) throws Exception {
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            var stage = new SplitStage(
                    folder,
                    url,
                    Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-test"));
            stage.write("pipeline.yaml", PIPELINE);
            stage.write(
                    "in.csv",
                    IntStream.rangeClosed(1, ROWS)
                            .mapToObj(n -> n + ",text " + n % DISTINCT)
                            .collect(Collectors.joining("\n", "n,text\n", "\n")));
            Set<Integer> replacements = replaced ? Set.of(3) : Set.of();

            RunResult result = stage.run(new RunStartMode.Fresh(), WRITERS, replacements, (_, _) -> {});

            assertThat(result.status()).as(result.why().orElse("")).isEqualTo(RunEnd.Status.COMPLETED);
            CallTotals calls = calls(stage, result.runId());
            long answered = calls.attempts().getOrDefault(CallState.ANSWERED, 0L);
            assertThat(answered).isBetween((long) DISTINCT, (long) DISTINCT * (WRITERS + replacements.size()));
            assertThat(calls.shared()).isEqualTo(ROWS - answered);
            Program.Ran verified = stage.command("verify", result.runId());
            assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
            byte[] split = Files.readAllBytes(folder.resolve("out.jsonl"));
            Program.Ran replayed = stage.command("replay", result.runId());
            assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
            Program.Ran plain = stage.command("run", "pipeline.yaml", "--overwrite");
            assertThat(plain.code()).as(plain.out() + plain.err()).isZero();
            assertThat(folder.resolve("out.jsonl")).hasBinaryContent(split);
        }
    }

    private static CallTotals calls(SplitStage stage, String runId) {
        try (LandscapeReader reader = stage.reader()) {
            return reader.runs().summary(runId).calls();
        }
    }
}
