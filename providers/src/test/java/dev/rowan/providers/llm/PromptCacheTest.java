package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Billing;
import dev.rowan.api.call.Usage;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeTime;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Prompt caches and tiers of each provider against the simulator: what is sent, what comes back, and that the costs
/// are those of the bill.
class PromptCacheTest {
    private static final String STATIC = "You answer with one word. ".repeat(800); // 5,200 tokens
    private static final int ROWS = 6;

    private record Asked(List<Usage> usages, List<Billing> billings, List<Object> answers, BigDecimal spent) {}

    private static Asked ask(SimulatedCalls calls, Map<String, Object> own) throws Exception {
        Map<String, Object> all = options(
                "base_url",
                "simulator",
                "system_prompt",
                STATIC,
                "user_prompt_template",
                "{{ text }}",
                "output_key",
                "a");
        all.put("max_tokens", 20_000);
        all.putAll(own);
        if (String.valueOf(own.get("model")).startsWith("simulator/")) {
            all.remove("base_url");
        }
        LlmTransform transform =
                Given.of(new LlmPlugin(), all).prepare(calls.setup()).transform();
        var answers = new ArrayList<Object>();
        for (int i = 0; i < ROWS; i++) {
            TransformResult result =
                    transform.process(Row.of("text", "this one is great " + i), new FakeContext(new FakeTime(), calls));
            answers.add(((TransformResult.Success) result).row().get("a"));
        }
        assertThat(calls.spent().dollars())
                .isEqualByComparingTo(calls.look("bill").at("usd").number().orElseThrow());
        return new Asked(
                calls.done().stream().map(done -> done.receipt().usage()).toList(),
                calls.done().stream().map(done -> done.receipt().billing()).toList(),
                answers,
                calls.spent().dollars());
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic/claude-sonnet-5, chat, 5200, 0",
        "anthropic/claude-haiku-4-5, chat, 5200, 0",
        "openai/gpt-5.6-terra, chat, 5200, 5200",
        "openai/gpt-5.6-terra, responses, 5200, 5200",
        "azure/gpt-6-luna, chat, 5200, 5200",
        "simulator/gpt-5.6-luna, chat, 5200, 5200",
        "openai/gpt-4o, chat, 5120, 0",
        "gemini/gemini-2.5-flash, chat, 5120, 0"
    })
    void theFirstCallWritesAndTheOthersRead(String model, String api, long read, long halfHour) throws Exception {
        Map<String, Object> own = options("model", model);
        if (api.equals("responses")) {
            own.put("api", api);
        }
        try (var calls = SimulatedCalls.open(Map.of());
                var plain = SimulatedCalls.open(Map.of("cache", Map.of("on", false)))) {
            Asked cached = ask(calls, own);
            own.put("cache", "off");

            assertThat(cached.usages().getFirst().cachedInput()).hasValue(0L);
            assertThat(cached.usages()
                            .getFirst()
                            .writes()
                            .map(w -> w.halfHour())
                            .orElse(0L))
                    .isEqualTo(halfHour);
            assertThat(cached.usages().subList(1, ROWS))
                    .allSatisfy(usage -> assertThat(usage.cachedInput()).hasValue(read));
            Asked today = ask(plain, own);
            assertThat(cached.answers()).isEqualTo(today.answers());
            assertThat(cached.spent()).isLessThan(today.spent().multiply(new BigDecimal("0.7")));
        }
    }

    @Test
    void aStaticBeginningOfTheTemplateBelongsToThePrefix() throws Exception {
        try (var calls = SimulatedCalls.open(Map.of())) {
            Asked cached = ask(
                    calls,
                    options(
                            "model",
                            "anthropic/claude-sonnet-5",
                            "system_prompt",
                            "Be brief.",
                            "user_prompt_template",
                            STATIC + "{{ text }}"));

            assertThat(cached.usages().getLast().cachedInput().orElseThrow()).isGreaterThan(5_000);
        }
    }

    /// The trap: in its own mode the service writes the last message of every row, at 1.25 times the price.
    @Test
    void uniquePromptsPayNoSurcharge() throws Exception {
        Map<String, Object> own = options(
                "model",
                "openai/gpt-5.6-terra",
                "system_prompt",
                "Be brief.",
                "user_prompt_template",
                "{{ text }} " + STATIC);
        try (var calls = SimulatedCalls.open(Map.of())) {
            Asked asked = ask(calls, own);

            assertThat(asked.usages())
                    .allSatisfy(usage -> assertThat(usage.cacheWrites()).hasValue(0L));
            assertThat(calls.done().getLast().call().request().body().asText()).doesNotContain("prompt_cache");
        }
    }

    @Test
    void withoutAMarkNothingIsCachedAndForAnHourItCostsTwice() throws Exception {
        try (var off = SimulatedCalls.open(Map.of());
                var hour = SimulatedCalls.open(Map.of())) {
            Asked unmarked = ask(off, options("model", "anthropic/claude-sonnet-5", "cache", "off"));
            Asked hourly = ask(hour, options("model", "anthropic/claude-sonnet-5", "cache", options("ttl", "1h")));

            assertThat(unmarked.usages())
                    .allSatisfy(usage -> assertThat(usage.cachedInput()).hasValue(0L));
            assertThat(hourly.usages().getFirst().writes().orElseThrow().hour()).isEqualTo(5_200);
        }
    }

    /// A model that refuses the keys is asked once more without them, and never again with them.
    @ParameterizedTest
    @CsvSource({
        "openai/gpt-5.6-terra, openai_chat, 400",
        "bedrock/anthropic.claude-3-haiku-20240307-v1:0, bedrock_converse, 403"
    })
    void refusedKeysAreNotSentAgain(String model, String endpoint, String status) throws Exception {
        try (var calls = SimulatedCalls.open(Map.of("cache", Map.of("accepts_keys", false)))) {
            Asked asked = ask(calls, options("model", model));

            assertThat(asked.answers()).hasSize(ROWS);
            assertThat(calls.look("stats")
                            .at("endpoints")
                            .at(endpoint)
                            .at("statuses")
                            .at(status)
                            .count())
                    .hasValue(1L);
        }
    }

    /// Requests that name no tier are served in the project's, which may cost more than is reserved.
    @ParameterizedTest
    @CsvSource({"chat", "responses"})
    void theStandardTierIsNamedSinceAProjectMayHaveAnother(String api) throws Exception {
        try (var calls = SimulatedCalls.open(Map.of("flex", Map.of("project", "priority")))) {
            Asked asked = ask(calls, options("model", "openai/gpt-4.1-mini", "api", api));

            assertThat(asked.billings()).extracting(Billing::tierServed).containsOnly(Optional.of("standard"));
            assertThat(calls.done()).allSatisfy(done -> {
                assertThat(done.receipt().cost().orElseThrow())
                        .isLessThanOrEqualTo(done.call().estimate().worst().orElseThrow());
                assertThat(done.call().request().body().asText()).doesNotContain("service_tier");
            });
        }
    }

    @Test
    void aTierOfExtraBodyIsKept() throws Exception {
        try (var calls = SimulatedCalls.open(Map.of("flex", Map.of("project", "priority")))) {
            Asked asked =
                    ask(calls, options("model", "openai/gpt-5.6-terra", "extra_body", Map.of("service_tier", "flex")));

            assertThat(asked.billings()).extracting(Billing::tierServed).containsOnly(Optional.of("flex"));
        }
    }

    @Test
    void costFollowsTheTierThatServed() throws Exception {
        JsonTree bill;
        try (var calls = SimulatedCalls.open(
                Map.of("flex", Map.of("refused", new BigDecimal("0.4"), "standard", new BigDecimal("0.3"))))) {
            Asked asked = ask(calls, options("model", "openai/gpt-5.6-terra", "tier", "flex"));
            bill = calls.look("bill");

            assertThat(asked.billings())
                    .extracting(Billing::tierServed)
                    .contains(Optional.of("flex"), Optional.of("standard"));
        }
        assertThat(bill.at("lines").items()).hasSizeGreaterThan(1);
    }
}
