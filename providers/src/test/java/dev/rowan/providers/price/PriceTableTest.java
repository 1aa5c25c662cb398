package dev.rowan.providers.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.call.Billing;
import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.simulator.answer.CacheTokens;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.price.Prices;
import dev.rowan.simulator.tier.SimulatedTier;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceTableTest {
    private final PriceTable table = PriceTable.bundled();

    @ParameterizedTest
    @CsvSource({
        "openai, gpt-4o-mini, 0.15",
        "openai, gpt-4o-mini-2024-07-18, 0.15",
        "openai, gpt-4o-2024-05-13, 5",
        "openai, gpt-4o-2024-08-06, 2.5",
        "anthropic, claude-sonnet-4-5-20250929, 3",
        "anthropic, claude-haiku-4-5, 1",
        "gemini, gemini-2.5-flash-001, 0.3"
    })
    void findsAModelWithAndWithoutADate(String provider, String model, BigDecimal input) {
        assertThat(table.find(provider, model).orElseThrow().input()).isEqualByComparingTo(input);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpt-5-pro",
                "gpt-4o-audio-preview",
                "gpt-4o-minimal",
                "gpt",
                "",
                "my-deployment",
                "claude-haiku-4-5"
            })
    void knowsNoPriceOfAnotherModelThatBeginsAlike(String model) {
        assertThat(table.find("openai", model)).isEmpty();
    }

    @Test
    void hasADayForEveryProviderAndNoneForOthers() {
        assertThat(List.of("openai", "anthropic", "gemini"))
                .allSatisfy(provider -> assertThat(table.asOf(provider)).isPresent());
        assertThat(table.asOf("azure")).isEmpty();
        assertThat(table.batchMultiplier()).isEqualByComparingTo("0.5");
    }

    /// All kinds of tokens and all tiers, as different endpoints bill them.
    @ParameterizedTest
    @CsvSource({
        "openai, openai_chat, chat",
        "openai, openai_chat, gpt-4o-mini",
        "openai, openai_responses, gpt-4.1-mini",
        "openai, openai_chat, gpt-5",
        "openai, openai_chat, gpt-5.6-terra",
        "azure, azure_chat, gpt-6-luna",
        "anthropic, anthropic_messages, claude-haiku-4-5",
        "anthropic, anthropic_messages, claude-opus-5-5",
        "gemini, gemini_generate, gemini-2.5-flash",
        "simulator, openai_chat, x",
        "openrouter, openrouter_chat, vendor/model"
    })
    void theSimulatorsPricesAreThoseThatItBillsBy(String provider, String endpoint, String model) {
        ModelPrice ours = table.simulated(provider, model);
        Prices theirs = Prices.of(endpoint, model);
        var used = new TokenUsage(10_000, 50, new CacheTokens(3_000, 1_000, 500, 2_000));
        var usage = new Usage(
                Optional.of(10_000L),
                Optional.of(3_000L),
                Optional.of(new CacheWrites(1_000, 500, 2_000)),
                Optional.of(50L),
                Optional.empty(),
                Optional.empty());

        ours.tiers()
                .keySet()
                .forEach(tier -> assertThat(ours.at(tier)
                                .orElseThrow()
                                .cost(usage)
                                .orElseThrow()
                                .pico())
                        .as("%s", tier)
                        .isEqualTo(theirs.cost(used, SimulatedTier.valueOf(tier.name()))
                                .picoUsd()));
        assertThat(ours.cost(usage).orElseThrow().pico())
                .isEqualTo(theirs.cost(used, SimulatedTier.STANDARD).picoUsd());
    }

    @Test
    void namesTheSourceOfEveryPrice() throws Exception {
        try (var in = PriceTable.class.getResourceAsStream("prices.json")) {
            var file = new JsonTree(RowJson.readValue(Objects.requireNonNull(in).readAllBytes()));
            for (String provider : List.of("openai", "anthropic", "gemini")) {
                JsonTree models = file.at("providers").at(provider).at("models");
                assertThat((Map<?, ?>) models.value())
                        .isNotEmpty()
                        .allSatisfy((name, _) -> assertThat(models.at((String) name)
                                        .at("basis")
                                        .text()
                                        .orElse(""))
                                .isIn("documentation", "secondary", "recalled"));
            }
        }
    }

    @Test
    void countsCachedAndWrittenTokensAtTheirPrices() {
        ModelPrice sonnet = table.find("anthropic", "claude-sonnet-4-5").orElseThrow();

        // 1,000 tokens in all: 600 from the cache, 100 into it, 300 fresh; 50 out
        assertThat(sonnet.cost(usage(1_000, 600, 100, 50)))
                .hasValue(dollars("0.0009", "0.00018", "0.000375", "0.00075"));
        // a provider that tells more cached tokens than there were
        assertThat(sonnet.cost(usage(10, 99, 99, 0))).hasValue(dollars("0.000003"));
    }

    @Test
    void longPromptsHaveTheListedPrice() {
        ModelPrice pro = table.find("gemini", "gemini-2.5-pro").orElseThrow();

        assertThat(pro.cost(usage(200_000, 0, 0, 0))).hasValue(dollars("0.25"));
        assertThat(pro.cost(usage(200_001, 0, 0, 1_000))).hasValue(dollars("0.5000025", "0.015"));
        assertThat(pro.worst(200_001, 1_000, false)).hasValue(dollars("0.5000025", "0.015"));
    }

    @Test
    void aCostThatCannotBeKnownIsEmpty() {
        var price = new CallPrice(Optional.of(ModelPrice.of(BigDecimal.ONE, BigDecimal.TEN)), TierChoice.STANDARD);

        assertThat(cost(price, Usage.unknown())).isEmpty();
        assertThat(cost(price, usage(Long.MAX_VALUE, 0, 0, Long.MAX_VALUE))).isEmpty();
        assertThat(cost(new CallPrice(Optional.empty(), TierChoice.STANDARD), usage(1, 0, 0, 1)))
                .isEmpty();
        assertThat(cost(price, Usage.unknown().withCost(Optional.of(new BigDecimal("0.5")))))
                .hasValue(dollars("0.5"));
        assertThat(cost(price, Usage.unknown().withCost(Optional.of(new BigDecimal("-1")))))
                .isEmpty();
        assertThat(cost(price, Usage.unknown().withCost(Optional.of(new BigDecimal("1E+99")))))
                .isEmpty();
    }

    /// One dollar a used tokens, so that the worst case is the bytes in usedths; 32 stand around a message.
    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "Grüße", "漢字", "💚💚", "a💚ü漢"})
    void theWorstCaseCountsTheBytesOfAQuestion(String text) {
        var price = new CallPrice(Optional.of(ModelPrice.of(BigDecimal.ONE, BigDecimal.ZERO)), TierChoice.STANDARD);
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;

        assertThat(price.estimate(ChatRequest.of("m", text, 9)).worst())
                .hasValue(Usd.of(BigDecimal.valueOf(bytes + 32L, 6)));
        assertThat(price.estimate(ChatRequest.of("m", text + "\ud83d", 9)).worst())
                .hasValue(Usd.of(BigDecimal.valueOf(bytes + 35L, 6)));
        assertThat(price.estimate(ChatRequest.of("m", text, 9)).maxTokens()).isEqualTo(bytes + 32 + 9);
    }

    private static Optional<Usd> cost(CallPrice price, Usage usage) {
        return price.cost(usage, Optional.empty(), Optional.empty()).cost();
    }

    /// GPT-4 has no flex, and so no price in it.
    @ParameterizedTest
    @CsvSource({"gpt-5.6-terra, true", "gpt-6-luna, true", "o3, true", "gpt-4o, false", "gpt-4.1-mini, false"})
    void onlyModelsThatHaveFlexHaveAPriceInIt(String model, boolean known) {
        assertThat(PriceTable.bundled()
                        .find("openai", model)
                        .orElseThrow()
                        .at(ServiceTier.FLEX)
                        .isPresent())
                .isEqualTo(known);
    }

    /// Halving cached input is right at Anthropic and wrong at Gemini; flex is a tier of its own, priority has no
    /// price unless it is listed.
    @Test
    void tiersHaveTheirPricesByKind() {
        ModelPrice sonnet = table.find("anthropic", "claude-sonnet-4-5").orElseThrow();
        ModelPrice flash = table.find("gemini", "gemini-2.5-flash").orElseThrow();
        ModelPrice terra = table.find("openai", "gpt-6.1-terra").orElseThrow();

        assertThat(sonnet.at(ServiceTier.BATCH).orElseThrow().cost(usage(1_000_000, 1_000_000, 0, 0)))
                .hasValue(dollars("0.15"));
        assertThat(flash.at(ServiceTier.BATCH).orElseThrow().cost(usage(1_000_000, 1_000_000, 0, 0)))
                .hasValue(dollars("0.03"));
        assertThat(flash.at(ServiceTier.BATCH).orElseThrow().cost(usage(1_000_000, 0, 0, 0)))
                .hasValue(dollars("0.15"));
        assertThat(terra.at(ServiceTier.FLEX).orElseThrow().cost(usage(100_000, 0, 100_000, 0)))
                .hasValue(dollars("0.0625"));
        assertThat(terra.at(ServiceTier.PRIORITY).orElseThrow().output()).isEqualByComparingTo("10");
        assertThat(sonnet.at(ServiceTier.PRIORITY)).isEmpty();
    }

    @Test
    void costFollowsTheTierInTheReply() {
        ModelPrice terra = table.find("openai", "gpt-6.1-terra").orElseThrow();
        var flex = new CallPrice(Optional.of(terra), TierChoice.realtime(ServiceTier.FLEX, false));
        Usage used = usage(100_000, 0, 0, 0);

        assertThat(flex.cost(used, Optional.of("flex"), Optional.empty()).cost())
                .hasValue(dollars("0.05"));
        CallPrice.Priced fellBack = flex.cost(used, Optional.of("default"), Optional.of("gpt-6.1-terra-1"));
        assertThat(fellBack.cost()).hasValue(dollars("0.1"));
        assertThat(fellBack.billing())
                .isEqualTo(new Billing(
                        Optional.of("flex"),
                        Optional.of("standard"),
                        Optional.of("gpt-6.1-terra-1"),
                        Optional.of("openai 2026-11-18"),
                        Optional.of(Billing.Basis.TABLE)));
        assertThat(flex.cost(used, Optional.of("scale"), Optional.empty()).cost())
                .isEmpty();
        assertThat(flex.inBatches()
                        .cost(used, Optional.of("default"), Optional.empty())
                        .cost())
                .hasValue(dollars("0.05"));
        assertThat(flex.estimate(ChatRequest.of("m", "a", 1)).worst())
                .as("the dearest tier that may serve, all input written to a cache")
                .hasValue(dollars("0.00004125", "0.000005"));
    }

    @Test
    void aFileOverridesTheList(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("prices.json"), """
                {"providers": {"azure": {"as_of": "2026-11-01", "models": {
                  "my-deployment": {"input": 1, "output": 2, "tiers": {"batch": 0.4}}}}}}""");
        PriceTable own = PriceTable.with(file);

        ModelPrice price = own.findOwn("azure", "my-deployment").orElseThrow();
        assertThat(price.id()).isEqualTo("azure 2026-11-01 own");
        assertThat(price.at(ServiceTier.BATCH).orElseThrow().output()).isEqualByComparingTo("0.8");
        assertThat(price.cost(usage(1_000_000, 1_000_000, 0, 0)))
                .as("the name of a deployment does not tell the discount of its cache")
                .hasValue(dollars("1"));
        assertThat(own.findOwn("openai", "gpt-5")).isEmpty();
        assertThat(own.find("openai", "gpt-5")).isPresent();
        assertThat(own.list().getFirst().isOwn()).isTrue();

        Files.writeString(file, "{\"providers\": {\"azure\": {\"models\": {\"m\": {\"input\": 1, \"output\": 1}}}}}");
        assertThatThrownBy(() -> PriceTable.with(file)).hasMessageContaining("'as_of'");
        Files.writeString(file, "[");
        assertThatThrownBy(() -> PriceTable.with(file)).hasMessageContaining("is not JSON");
    }

    private static Usage usage(long input, long cached, long written, long output) {
        return new Usage(
                Optional.of(input),
                Optional.of(cached),
                Optional.of(CacheWrites.of(written)),
                Optional.of(output),
                Optional.empty(),
                Optional.empty());
    }

    private static Usd dollars(String... amounts) {
        Usd sum = Usd.ZERO;
        for (String amount : amounts) {
            sum = sum.plus(Usd.of(new BigDecimal(amount)));
        }
        return sum;
    }
}
