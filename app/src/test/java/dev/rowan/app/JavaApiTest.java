package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.SystemTime;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.run.RunResult;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pipelines from Java code; the example of `docs/java-api.md` runs in [InstallApiIT].
class JavaApiTest {

    @Test
    void runsAPipelineFromCode(@TempDir Path folder) throws Exception {
        Path reviews = folder.resolve("reviews.csv");
        Files.writeString(reviews, "id,text\n1,fine\n2,my password is hunter2\n3,good\n");
        Path output = folder.resolve("output.jsonl");
        Path blocked = folder.resolve("blocked.csv");
        Path database = folder.resolve("rowan.db");

        RunResult result = PipelineBuilder.named("reviews")
                .source("csv", Map.of("path", reviews.toString()))
                .transform(
                        "keyword_filter",
                        Map.of(
                                "fields", "text",
                                "blocked_patterns", List.of("(?i)\\bpassword\\b"),
                                "on_error", "blocked"))
                .sink("output", "jsonl", Map.of("path", output.toString()))
                .sink("blocked", "csv", Map.of("path", blocked.toString()))
                .run("sqlite:" + database);

        assertThat(result.counts().outcomes())
                .containsOnly(Map.entry(Outcome.COMPLETED, 2L), Map.entry(Outcome.BLOCKED, 1L));
        assertThat(output).hasContent("{\"id\":\"1\",\"text\":\"fine\"}\n{\"id\":\"3\",\"text\":\"good\"}");
        assertThat(Files.readAllLines(blocked)).hasSize(2).last().asString().startsWith("2,my password is hunter2,");
    }

    @Test
    void callsAServiceFromCode(@TempDir Path folder) throws Exception {
        Path reviews = Files.writeString(folder.resolve("reviews.csv"), "id,text\n1,I love it\n2,it came broken\n");
        Path output = folder.resolve("output.jsonl");
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            RunResult result = PipelineBuilder.named("moods")
                    .source("csv", Map.of("path", reviews.toString()))
                    .transform(
                            "llm",
                            Map.of(
                                    "model", "openai/gpt-4o-mini",
                                    "base_url", simulator.address() + "/v1",
                                    "api_key", "simulator-takes-any-key",
                                    "user_prompt_template", "positive, negative or neutral? {{ text }}",
                                    "output_key", "mood",
                                    "pool_size", 8))
                    .sink("output", "jsonl", Map.of("path", output.toString()))
                    .run("sqlite:" + folder.resolve("rowan.db"));

            assertThat(result.counts().calls().answered()).isEqualTo(2);
            assertThat(output)
                    .hasContent("{\"id\":\"1\",\"text\":\"I love it\",\"mood\":\"positive\"}\n"
                            + "{\"id\":\"2\",\"text\":\"it came broken\",\"mood\":\"negative\"}");
        }
    }
}
