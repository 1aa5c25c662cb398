package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.history.RowHistory.Visit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The sentiment classifier of the documents that Rowan started from, with the settings that it has there, and what
/// they expect on record.
@Timeout(180)
class SeedExampleTest {
    private static final String PIPELINE = """
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: azure_llm
                name: sentiment-classifier
                options:
                  deployment_name: gpt-4-turbo
                  endpoint: simulator
                  pool_size: 10
                  system_prompt: "You are a sentiment classifier."
                  user_prompt_template: "Classify: {{text}}"
                  output_key: sentiment
                  on_error: error_sink
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
              error_sink: {plugin: jsonl, options: {path: errors.jsonl}}
            """;

    @TempDir
    private Path folder;

    @Test
    void classifiesItsThreeRowsAndRecordsVisitsWithTheirCalls() throws Exception {
        try (Stage stage = Stage.open(folder, Map.of())) {
            stage.write(
                    "rows.jsonl",
                    List.of(
                            "{\"text\":\"This is amazing!\"}",
                            "{\"text\":\"Terrible experience.\"}",
                            "{\"text\":\"It's okay, nothing special.\"}"));

            RunResult result = stage.run(PIPELINE);

            assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 3L));
            assertThat(stage.lines("out.jsonl"))
                    .hasSize(3)
                    .allSatisfy(line -> assertThat(line).contains("\"sentiment\":"));
            assertThat(visits(stage)).hasSize(3).allSatisfy(visit -> {
                assertThat(visit.nodeName()).isEqualTo("sentiment-classifier");
                assertThat(visit.status()).isEqualTo("completed");
                assertThat(visit.input().has("sentiment")).isFalse();
                assertThat(visit.outputs().getFirst().has("sentiment")).isTrue();
                assertThat(visit.calls()).hasSize(1);
            });
        }
    }

    @Test
    void aRowWhoseCallFailsGoesToItsErrorSinkAndItsVisitIsFailed() throws Exception {
        try (Stage stage = Stage.open(folder, Map.of())) {
            stage.write("rows.jsonl", List.of("{\"text\":\"test [[openai_chat status:400]]\"}"));

            RunResult result = stage.run(PIPELINE);

            assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.FAILED, 1L));
            assertThat(stage.lines("errors.jsonl"))
                    .singleElement()
                    .asString()
                    .contains("api_error", "\"error_type\":\"http_error\"", "\"status_code\":400");
            assertThat(visits(stage))
                    .singleElement()
                    .satisfies(visit -> assertThat(visit.status()).isEqualTo("failed"));
        }
    }

    private static List<Visit> visits(Stage stage) {
        return stage.stories().stream()
                .flatMap(explanation -> explanation.visits().stream())
                .toList();
    }
}
