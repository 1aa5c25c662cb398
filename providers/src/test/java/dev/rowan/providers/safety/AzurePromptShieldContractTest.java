package dev.rowan.providers.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.text.TextSelection;
import dev.rowan.providers.service.Dedupe;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.contract.RowTransformContract;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AzurePromptShieldContractTest extends RowTransformContract {
    private static final Map<String, Object> EVERY_KEY = Map.of(
            "endpoint", "https://rowan.cognitiveservices.azure.com",
            "api_key", "canary-0123456789",
            "fields", List.of("title", "text"),
            "normalize", false,
            "rows_field", "rows",
            "timeout", "7s",
            "api_version", "2026-11-01-preview",
            "price_per_1000", 1.5,
            "dedupe", false);

    @Override
    protected TransformPlugin plugin() {
        return new AzurePromptShieldPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("fields", "text");
    }

    @Override
    protected PluginSetup setup() {
        return FakeSetup.of(Map.of(
                "AZURE_CONTENT_SAFETY_ENDPOINT", "https://rowan.cognitiveservices.azure.com",
                "AZURE_CONTENT_SAFETY_KEY", "canary-0123456789"));
    }

    @Override
    protected FakeCalls calls() {
        return new FakeCalls(Replies::of);
    }

    @Override
    protected Row passing() {
        return Row.of("text", "all is well").with("other", "an attack");
    }

    @Test
    void callsOutAndPromisesNoSameAnswer() {
        assertThat(plugin().capabilities()).containsOnly(Capability.CALLS_OUT, Capability.SAFE_TO_REPEAT);
    }

    @Test
    void readsEveryKey() {
        assertThat(EVERY_KEY.keySet()).containsExactlyInAnyOrderElementsOf(AzurePromptShieldPlugin.OPTIONS.names());
        assertThat(SafetySettings.read(section(EVERY_KEY)))
                .isEqualTo(new SafetySettings(
                        Optional.of(new ServiceLocation.At(URI.create("https://rowan.cognitiveservices.azure.com"))),
                        Optional.of(new SecretReference.Given(Secret.of("api_key", "canary-0123456789"))),
                        new TextSelection.Named(List.of("title", "text")),
                        false,
                        Optional.of("rows"),
                        Duration.ofSeconds(7),
                        Optional.of("2026-11-01-preview"),
                        Optional.of(new BigDecimal("1.5")),
                        Dedupe.NEVER,
                        SafetySettings.AZURE));
    }

    @Test
    void hasTheDefaultsOfTheReference() {
        assertThat(SafetySettings.read(section(Map.of("fields", "all"))))
                .isEqualTo(new SafetySettings(
                        Optional.empty(),
                        Optional.empty(),
                        new TextSelection.All(Set.of()),
                        true,
                        Optional.empty(),
                        Duration.ofSeconds(30),
                        Optional.of("2024-09-01"),
                        Optional.empty(),
                        Dedupe.AUTO,
                        SafetySettings.AZURE));
    }

    @Test
    void blocksAnAttackWithItsFieldAndSource() {
        TransformResult result =
                process(options(), Row.of("text", "x"), new FakeCalls(_ -> Replies.shield(false, true)));

        assertThat(result).isInstanceOfSatisfying(TransformResult.Error.class, error -> {
            assertThat(error.verdict()).isEqualTo(TransformResult.Verdict.BLOCKED);
            assertThat(error.reason().code()).isEqualTo("prompt_injection_detected");
            assertThat(error.reason().details())
                    .isEqualTo(Map.of(
                            "field",
                            "text",
                            "attacks",
                            Map.of("user_prompt_attack", false, "document_attack", true),
                            "retryable",
                            false));
        });
    }

    @Test
    void refusesFieldsAddressesAndVersionsThatAreNone() {
        assertThat(problems(Map.of("fields", List.of(), "api_version", "latest")))
                .map(Problem::path)
                .containsExactlyInAnyOrder("fields", "api_version");
        assertThat(problems(Map.of("fields", List.of("all", "text")))).hasSize(1);
        assertThat(problems(Map.of("fields", "all", "endpoint", "rowan.example.org")))
                .hasSize(1);
        assertThat(problems(Map.of("fields", "all", "price_per_1000", -1))).hasSize(1);
    }

    @Test
    void needsAKeyBeforeAnyRowAndDoesNotTurnToTheSimulator() {
        var transform = (SafetyTransform<?>) plugin().configure(section(options()));
        var withoutKey = new FakeSetup(
                Map.of("AZURE_CONTENT_SAFETY_ENDPOINT", "https://rowan.cognitiveservices.azure.com"),
                Optional.of(URI.create("http://127.0.0.1:1")),
                false);

        assertThatThrownBy(() -> transform.prepare(withoutKey))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("AZURE_CONTENT_SAFETY_KEY");
    }
}
