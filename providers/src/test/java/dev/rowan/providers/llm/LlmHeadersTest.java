package dev.rowan.providers.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.providers.service.WrittenTransform;
import dev.rowan.testkit.FakeSetup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Headers that go with every request to a provider.
class LlmHeadersTest {
    @TempDir
    Path folder;

    private LlmTransform written(String model, Map<String, String> variables) throws Exception {
        Files.writeString(folder.resolve("tag.txt"), "tag-from-a-file\n");
        LlmTransform transform =
                (LlmTransform) WrittenTransform.read("""
                        - plugin: llm
                          options:
                            model: %s
                            base_url: https://gateway.example.org
                            api_key: "${KEY}"
                            user_prompt_template: "{{ text }}"
                            output_key: answer
                            extra_headers:
                              X-Team: research
                              X-Gateway-Key: "${GATEWAY}"
                              X-Tag: file:%s
                        """.formatted(model, folder.resolve("tag.txt")), variables, folder)
                        .configured(new LlmPlugin());
        transform.prepare(FakeSetup.of(variables));
        return transform;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"openai/gpt-5", "azure/mine", "anthropic/claude-x", "gemini/gemini-3-pro", "openrouter/a/b"})
    void goWithEveryRequest(String model) throws Exception {
        LlmTransform transform = written(model, Map.of("KEY", "the-key-of-the-gateway", "GATEWAY", "second-secret"));
        Call call = ((CallPlanner.Plan.Sends) transform.plan(Row.of("text", "x")))
                .calls()
                .getFirst();

        checkHeaders(call.request());
        if (transform.batchLimits().isPresent()) {
            checkHeaders(transform.batchService().account());
        }
    }

    private static void checkHeaders(WireRequest request) {
        assertThat(request.headers().first("x-team")).hasValue("research");
        assertThat(request.credentials())
                .filteredOn(credential -> credential.header().startsWith("X-"))
                .extracting(
                        Credential::header, credential -> credential.secret().inClear(), Credential::host)
                .contains(
                        tuple("X-Gateway-Key", "second-secret", "gateway.example.org"),
                        tuple("X-Tag", "tag-from-a-file", "gateway.example.org"));
        assertThat(HttpMessage.of(request).asText())
                .contains("X-Team: research", "X-Gateway-Key: [secret]")
                .doesNotContain("second-secret");
    }

    @Test
    void aValueThatNoHeaderCanCarryStopsTheRunBeforeItsFirstRow() {
        assertThatThrownBy(
                        () -> written("openai/gpt-5", Map.of("KEY", "the-key-of-the-gateway", "GATEWAY", "schlüssel!")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("must be printable ASCII")
                .hasMessageNotContaining("schlüssel");
    }
}
