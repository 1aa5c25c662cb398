package dev.rowan.providers.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.providers.service.WrittenTransform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The snippets of the documents that Rowan started from, letter for letter, are valid for the plugins as they are.
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
    private static final String CONTENT_SAFETY = """
              - plugin: azure_content_safety
                options: {endpoint: "${AZURE_CONTENT_SAFETY_ENDPOINT}", api_key: "${AZURE_CONTENT_SAFETY_KEY}", fields: text,
                          thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 0}, pool_size: 10, on_error: blocked}
            """;
    private static final String NEW_OPTIONS = """
            - plugin: azure_prompt_shield
              options:
                pool_size: 5                      # Concurrent workers (default: 1)
                max_dispatch_delay_ms: 5000       # Max AIMD backoff (default: 5000)
                max_capacity_retry_seconds: 3600  # Retry timeout (default: 3600)
            """;
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "AZURE_CONTENT_SAFETY_ENDPOINT",
            "https://example.cognitiveservices.azure.com/",
            "AZURE_CONTENT_SAFETY_KEY",
            "canary-0123456789");

    @TempDir
    Path folder;

    @Test
    void areValidAsTheyStand() throws IOException {
        assertThat(read(SETTINGS).problems(new AzurePromptShieldPlugin())).isEmpty();
        assertThat(read(SETTINGS).engineKeys()).containsExactlyInAnyOrder("on_error", "schema", "pool_size");
        assertThat(read(README).problems(new AzurePromptShieldPlugin())).isEmpty();
        assertThat(read(CONTENT_SAFETY).problems(new AzureContentSafetyPlugin()))
                .isEmpty();
    }

    /// It lists what was new and leaves the rest out, so only that is missed.
    @Test
    void areKnownByEveryKey() throws IOException {
        assertThat(read(NEW_OPTIONS).problems(new AzurePromptShieldPlugin()))
                .map(Problem::message)
                .containsExactly("needs 'fields'");
    }

    @Test
    void wouldNotPassWithAMistakeNorWithAKeyInTheFile() throws IOException {
        TransformPlugin plugin = new AzurePromptShieldPlugin();

        assertThat(read(SETTINGS.replace("fields: text", "field: text")).problems(plugin))
                .isNotEmpty();
        assertThat(read(SETTINGS.replace("${AZURE_CONTENT_SAFETY_KEY}", "canary-0123456789"))
                        .problems(plugin))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.path()).isEqualTo("transforms[0].options.api_key");
                    assertThat(problem.toString()).doesNotContain("canary");
                });
    }

    /// The simulator takes the place of an address where the environment names none.
    @Test
    void mayNameTheSimulatorAsADefault() throws IOException {
        String snippet = README.replace("ENDPOINT}", "ENDPOINT:-simulator}").replaceFirst("(?m)^.*api_key.*\n", "");

        assertThat(WrittenTransform.read(snippet, Map.of(), folder).problems(new AzurePromptShieldPlugin()))
                .isEmpty();
    }

    private WrittenTransform read(String snippet) throws IOException {
        return WrittenTransform.read(snippet, ENVIRONMENT, folder);
    }
}
