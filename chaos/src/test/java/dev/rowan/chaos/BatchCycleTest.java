package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.simulator.SimulatorWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same rows in real time and through each provider's batch service: the outputs are equal, and the record
/// satisfies every invariant.
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("slow")
class BatchCycleTest {
    private static final int ROWS = 40;
    private static final Map<String, Object> SERVICE = Map.of("batch", Map.of("running", "50ms"));
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "OPENAI_API_KEY", Scenario.KEY,
            "AZURE_OPENAI_ENDPOINT", "https://rowan.openai.azure.com",
            "AZURE_OPENAI_API_KEY", Scenario.KEY,
            "ANTHROPIC_API_KEY", Scenario.KEY,
            "GEMINI_API_KEY", Scenario.KEY);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openai/gpt-4o-mini",
                "azure/gpt-4o-mini",
                "anthropic/claude-haiku-4-5",
                "gemini/gemini-2.5-flash"
            })
    void givesTheSameRowsAsInRealTime(String model) throws Exception {
        String realtime = output("realtime", model, "mode: realtime");
        String batch = output(
                "batch", model, "mode: batch\n      batch: {poll_interval: 20ms, poll_max: 50ms, max_requests: 15}");

        assertThat(realtime.lines()).hasSize(ROWS);
        assertThat(batch).isEqualTo(realtime);
    }

    private String output(String name, String model, String mode) throws IOException, InterruptedException {
        Path site = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(site.resolve("work"));
        Trial trial = trial(site, model, mode);
        SimulatorWire service = trial.newService();
        RunResult result = trial.run(service, Faults.NONE);
        assertThat(result.status()).as("%s %s: %s", name, model, result).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(service.unserved()).isEmpty();
        try (var check = ChainCheck.open(trial.landscape(), site)) {
            assertThat(check.verify(result.runId(), VerifyInputs.itself()).findings())
                    .isEmpty();
        }
        boolean throughBatches = Files.exists(
                site.resolve("work/artifacts").resolve(result.runId()).resolve("1"));
        assertThat(throughBatches).isEqualTo(name.equals("batch"));
        return Files.readString(site.resolve("work/out.jsonl"));
    }

    private static Trial trial(Path site, String model, String mode) throws IOException {
        String pipeline = """
                run: {name: cycle, artifacts: work/artifacts}
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - plugin: llm
                    options:
                      model: %s
                      %s
                      max_tokens: 50
                      queries:
                        - {output_key: mood, user_prompt_template: "positive or negative? {{ text }}"}
                        - {output_key: topic, user_prompt_template: "one of: post, price. {{ text }}"}
                sinks:
                  output: {plugin: jsonl, options: {path: work/out.jsonl}}
                """.formatted(model, mode);
        return new MessageTrial(site, ROWS, ENVIRONMENT, SERVICE)
                .of(pipeline, FaultVariation.none(), new Trial.Outer(new SystemTime(), new SecureRandom()));
    }
}
