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
import org.junit.jupiter.api.Test;
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
            "GEMINI_API_KEY", Scenario.KEY,
            "AWS_BEARER_TOKEN_BEDROCK", Scenario.KEY,
            "GOOGLE_OAUTH_ACCESS_TOKEN", Scenario.KEY,
            "FIREWORKS_API_KEY", Scenario.KEY);

    @TempDir
    Path folder;

    private static final String AT_HOME = "\n      base_url: http://localhost:1\n      region: us-east5\n      ";
    private static final String BEDROCK =
            AT_HOME + "batch_bucket: s3://bucket/rowan\n      role_arn: arn:aws:iam::123456789012:role/batches";
    private static final String FIREWORKS =
            "\n      base_url: http://localhost:1/compatible/fireworks/v1\n      batch_account: rowan";
    private static final String VERTEX = AT_HOME + "project: p\n      batch_bucket: gs://bucket/rowan";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openai/gpt-4o-mini",
                "azure/gpt-4o-mini",
                "anthropic/claude-haiku-4-5",
                "gemini/gemini-2.5-flash",
                "bedrock/us.anthropic.claude-haiku-5-v1:0" + BEDROCK,
                "vertex/gemini-2.5-flash" + VERTEX,
                "vertex/claude-haiku-5@20260901" + VERTEX,
                "fireworks/accounts/fireworks/models/llama-v3p1-8b-instruct" + FIREWORKS
            })
    void givesTheSameRowsAsInRealTime(String model) throws Exception {
        String realtime = output("realtime", model, "mode: realtime");
        String batch = output(
                "batch",
                model,
                "mode: batch\n      batch: {poll_interval: 20ms, poll_max: 50ms, min_requests: 1, max_requests: 15}");

        assertThat(realtime.lines()).hasSize(ROWS);
        assertThat(batch).isEqualTo(realtime);
    }

    /// Bedrock's minimum is 100.
    @Test
    void sendsRequestsInRealTimeThatAreTooFewForAJob() throws Exception {
        String model = "bedrock/us.anthropic.claude-haiku-5-v1:0" + BEDROCK;
        assertThat(output("few", model, "mode: batch")).isEqualTo(output("realtime", model, "mode: realtime"));
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
