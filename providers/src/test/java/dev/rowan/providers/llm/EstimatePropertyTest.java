package dev.rowan.providers.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.call.Usd;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// The worst case that is set aside before a call is never less than what the simulator bills for it.
class EstimatePropertyTest {
    private static final List<String> MODELS = List.of(
            "simulator/chat",
            "openai/gpt-4o-mini",
            "azure/gpt",
            "anthropic/claude-x",
            "gemini/gemini-x",
            "openrouter/a/b");

    @Property(tries = 200, seed = "20261115", edgeCases = EdgeCasesMode.NONE)
    void worstIsNeverLessThanTheCost(
            @ForAll("texts") String text,
            @ForAll("texts") String system,
            @ForAll("models") String model,
            @ForAll @IntRange(min = 1, max = 400) int maxTokens,
            @ForAll boolean structured)
            throws Exception {
        try (var calls = SimulatedCalls.open(Map.of())) {
            var options = Given.asking(
                    "model",
                    model,
                    "user_prompt_template",
                    "Say: {{ text }}.",
                    "system_prompt",
                    system + ".",
                    "max_tokens",
                    maxTokens);
            if (!model.startsWith("simulator")) {
                options.put("base_url", "simulator");
            }
            if (structured) {
                options.put(
                        "output_schema", Map.of("type", "object", "properties", Map.of("a", Map.of("type", "string"))));
            }
            Given.of(new LlmPlugin(), options).prepare(calls.setup()).ask(Row.of("text", text), calls);

            assertThat(calls.done()).isNotEmpty().allSatisfy(done -> {
                Usd cost = done.receipt().cost().orElseThrow();
                assertThat(cost)
                        .isLessThanOrEqualTo(done.call().estimate().worst().orElseThrow());
                assertThat(done.call().estimate().likely().orElseThrow())
                        .isLessThanOrEqualTo(done.call().estimate().worst().orElseThrow());
            });
        }
    }

    /// The control: the likely cost is no bound, so the property above can fail.
    @Example
    void likelyIsSometimesLessThanTheCost() throws Exception {
        try (var calls = SimulatedCalls.open(Map.of())) {
            Given.of(new LlmPlugin(), Given.asking("max_tokens", 400))
                    .prepare(calls.setup())
                    .ask(Row.of("text", "x".repeat(1_600)), calls);

            SimulatedCalls.Done done = calls.done().getFirst();
            assertThat(done.receipt().cost().orElseThrow())
                    .isGreaterThan(done.call().estimate().likely().orElseThrow());
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(300),
                Arbitraries.strings().ascii().ofMaxLength(2_000),
                Arbitraries.of("", " ", "💚".repeat(200), "漢字".repeat(300)));
    }

    @Provide
    Arbitrary<String> models() {
        return Arbitraries.of(MODELS);
    }
}
