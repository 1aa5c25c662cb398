package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeSetup;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Keys, addresses, prices and quirks of the providers in the table of compatible ones.
class CompatibleProviderTest {
    private static final Row ROW = Row.of("text", "hi");

    private final List<Call> sent = new ArrayList<>();

    /// The only call that `given` makes.
    private Call call(Given given) throws InterruptedException {
        given.answered(ROW, new FakeCalls(call -> {
            sent.add(call);
            return FakeCalls.json(200, Given.completion("ok"));
        }));
        return sent.getLast();
    }

    private static Given at(Map<String, Object> options, Map<String, String> variables) throws Exception {
        return Given.of(new LlmPlugin(), options).prepare(FakeSetup.of(variables));
    }

    @ParameterizedTest
    @CsvSource({
        "mistral, https://api.mistral.ai/v1, MISTRAL_API_KEY",
        "groq, https://api.groq.com/openai/v1, GROQ_API_KEY",
        "together, https://api.together.xyz/v1, TOGETHER_API_KEY",
        "fireworks, https://api.fireworks.ai/inference/v1, FIREWORKS_API_KEY",
        "xai, https://api.x.ai/v1, XAI_API_KEY",
        "deepseek, https://api.deepseek.com/v1, DEEPSEEK_API_KEY"
    })
    void sendsTheKeyOfItsVariableToItsAddress(String provider, String base, String variable) throws Exception {
        Map<String, Object> options = asking("model", provider + "/a/model:1");

        Call call = call(at(options, Map.of(variable, "key-of-a-test")));
        assertThat(call.request().uri()).isEqualTo(URI.create(base + "/chat/completions"));
        assertThat(call.request().body().asText()).contains("\"model\":\"a/model:1\"");
        assertThat(call.request().credentials())
                .singleElement()
                .satisfies(credential -> assertThat(credential.header()).isEqualToIgnoringCase("authorization"));
        assertThatThrownBy(() -> at(options, Map.of("OPENAI_API_KEY", "key-of-a-test")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("needs a key")
                .hasMessageContaining(variable);
    }

    @ParameterizedTest
    @CsvSource({"ollama, http://localhost:11434/v1", "vllm, http://localhost:8000/v1"})
    void needsNoKeyAndCostsNothingOnOnesOwnMachine(String provider, String base) throws Exception {
        Map<String, Object> options = asking("model", provider + "/llama3.1:8b");
        Given given = Given.of(new LlmPlugin(), options).prepare(new FakeSetup(Map.of(), Optional.empty(), true));

        Call call = call(given);
        assertThat(call.request().uri()).isEqualTo(URI.create(base + "/chat/completions"));
        assertThat(call.estimate().worst()).contains(Usd.ZERO);
        assertThat(given.transform().batchLimits()).isEmpty();
    }

    @Test
    void sendsNoKeyOfTheEnvironmentToAForeignHost() throws Exception {
        Map<String, String> variables = Map.of("GROQ_API_KEY", "key-of-a-test", "VLLM_API_KEY", "key-of-a-test");
        assertThatThrownBy(() -> at(asking("model", "groq/m", "base_url", "https://proxy.example/v1"), variables))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("not an address of groq: set 'api_key'");

        Call own = call(at(asking("model", "vllm/m", "base_url", "https://gpu.example/v1"), variables));
        assertThat(own.request().credentials())
                .singleElement()
                .satisfies(
                        credential -> assertThat(credential.secret().inClear()).doesNotContain("key-of-a-test"));
    }

    @Test
    void anUnknownPriceIsUnknownAndNotZero() throws Exception {
        Map<String, Object> options = asking("model", "groq/m");
        Map<String, String> key = Map.of("GROQ_API_KEY", "key-of-a-test");
        assertThat(call(at(options, key)).estimate().worst()).isEmpty();
        assertThatThrownBy(() -> Given.of(new LlmPlugin(), options).prepare(new FakeSetup(key, Optional.empty(), true)))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("the price of 'm' at api.groq.com is not known");
    }

    @Test
    void rejectsWhatTheProviderDoesNotKnow() {
        var llm = new LlmPlugin();
        assertThat(Given.problems(llm, asking("model", "deepseek/m", "seed", 1)).toString())
                .contains("must be absent: deepseek does not support it");
        assertThat(Given.problems(llm, asking("model", "groq/m", "stop", List.of("a", "b", "c", "d", "e")))
                        .toString())
                .contains("must be at most 4 texts at groq");
        assertThat(Given.problems(llm, asking("model", "groq/m", "tier", "priority"))
                        .toString())
                .contains("must be standard or flex: groq has no such tiers");
        assertThat(Given.problems(llm, asking("model", "mistral/m", "tier", "flex"))
                        .toString())
                .contains("must be standard: mistral has no other tiers");
        assertThat(Given.problems(llm, asking("model", "groq/m", "tier", "flex")))
                .isEmpty();
        assertThat(Given.problems(llm, asking("model", "grok/m")).toString()).contains("did you mean 'groq'?");
    }

    @Test
    void hasBatchesWhereTheTableSaysSo() {
        for (String with : List.of("mistral", "groq", "together", "xai")) {
            assertThat(Given.of(new LlmPlugin(), asking("model", with + "/m"))
                            .transform()
                            .batchLimits())
                    .as(with)
                    .isPresent();
        }
        assertThat(Given.of(new LlmPlugin(), asking("model", "fireworks/m", "batch_account", "a"))
                        .transform()
                        .batchLimits())
                .isPresent();
        for (String without : List.of("fireworks", "deepseek", "ollama", "vllm")) {
            assertThat(Given.of(new LlmPlugin(), asking("model", without + "/m"))
                            .transform()
                            .batchLimits())
                    .as(without)
                    .isEmpty();
        }
    }

    @Test
    void takesAFullFlexTierForALackOfCapacity() throws Exception {
        try (var calls = SimulatedCalls.open(Map.of("faults", Map.of("groq_chat/status:498", 1)))) {
            Given.of(new LlmPlugin(), asking("model", "groq/m", "base_url", "simulator", "tier", "flex"))
                    .prepare(calls.setup())
                    .failed(ROW, calls);

            assertThat(calls.done().getFirst().receipt().disposition()).isEqualTo(Receipt.Disposition.CAPACITY);
        }
    }

    /// DeepSeek counts cached tokens in a field of its own.
    @Test
    void countsCachedTokensAndTheirPrice() throws Exception {
        Map<String, Object> options = asking("model", "deepseek/m", "base_url", "simulator");
        options.putAll(options("system_prompt", "Be brief. ".repeat(200)));
        try (var calls = SimulatedCalls.open(Map.of("cache", Map.of("on", true)))) {
            Given given = Given.of(new LlmPlugin(), options).prepare(calls.setup());
            given.answered(ROW, calls);
            given.answered(Row.of("text", "you"), calls);

            assertThat(calls.done().getLast().receipt().usage().cachedInput().orElseThrow())
                    .isGreaterThan(300L);
            assertThat(calls.look("bill").at("usd").number().orElseThrow())
                    .isEqualByComparingTo(calls.spent().dollars());
        }
    }
}
