package dev.rowan.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The snippets of the documents that Rowan started from, letter for letter, as entries under `transforms:`.
class SeedSnippetsTest {
    private static final String SETTINGS = """
              # Step 3: Check for prompt injection attacks
              - plugin: azure_prompt_shield
                options:
                  endpoint: "${AZURE_CONTENT_SAFETY_ENDPOINT}"
                  api_key: "${AZURE_CONTENT_SAFETY_KEY}"
                  fields: text
                  on_error: attacks
                  schema:
                    fields: dynamic
                  pool_size: 5  # Process 5 rows concurrently
            """;
    private static final String README = """
            - plugin: azure_prompt_shield
              options:
                endpoint: "${AZURE_CONTENT_SAFETY_ENDPOINT}"
                api_key: "${AZURE_CONTENT_SAFETY_KEY}"
                fields: text
                pool_size: 5  # Process 5 rows concurrently
            """;
    private static final String NEW_OPTIONS = """
            - plugin: azure_prompt_shield
              options:
                pool_size: 5                      # Concurrent workers (default: 1)
                max_dispatch_delay_ms: 5000       # Max AIMD backoff (default: 5000)
                max_capacity_retry_seconds: 3600  # Retry timeout (default: 3600)
            """;
    private static final Map<String, String> ENVIRONMENT =
            Map.of("AZURE_CONTENT_SAFETY_ENDPOINT", "https://example.org", "AZURE_CONTENT_SAFETY_KEY", "0123");

    @TempDir
    Path folder;

    private static String pipeline(String transforms) {
        return """
                source: {plugin: csv, options: {path: in.csv}}
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                transforms:
                """ + transforms;
    }

    @ParameterizedTest
    @ValueSource(strings = {SETTINGS, README})
    void areValidAsTheyStand(String snippet) {
        assertThat(TestPipeline.problems(folder, pipeline(snippet), ENVIRONMENT))
                .isEmpty();
    }

    /// It lists what was new and leaves the rest out, so only that is missed.
    @Test
    void areKnownByEveryKey() {
        assertThat(TestPipeline.problems(folder, pipeline(NEW_OPTIONS), ENVIRONMENT))
                .containsExactly(
                        "pipeline.yaml:6:5 transforms[0].options: needs 'endpoint'",
                        "pipeline.yaml:6:5 transforms[0].options: needs 'api_key'",
                        "pipeline.yaml:6:5 transforms[0].options: needs 'fields'");
    }

    @Test
    void wouldNotPassWithAMistake() {
        String mistaken = SETTINGS.replace("pool_size", "pool_sise");
        assertThat(TestPipeline.problems(folder, pipeline(mistaken), ENVIRONMENT))
                .containsExactly(
                        "pipeline.yaml:13:7 transforms[0].options: unknown key 'pool_sise'; did you mean 'pool_size'?");
    }
}
