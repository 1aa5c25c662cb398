package dev.rowan.providers.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.simulator.price.Prices;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chat",
                "gpt-4o-mini",
                "gpt-4.1-mini",
                "gpt-5",
                "claude-haiku-4-5",
                "claude-opus",
                "gemini-2.5-flash",
                "gemini-pro",
                "x"
            })
    void theSimulatorsPricesAreThoseThatItBillsBy(String model) {
        ModelPrice ours = table.simulated(model);
        Prices theirs = Prices.of("openai_chat", model);

        assertThat(ours.input().movePointRight(6)).isEqualByComparingTo(BigDecimal.valueOf(theirs.input()));
        assertThat(ours.output().movePointRight(6)).isEqualByComparingTo(BigDecimal.valueOf(theirs.output()));
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
        assertThat(pro.worst(200_001, 1_000)).hasValue(dollars("0.5000025", "0.015"));
    }

    @Test
    void aCostThatCannotBeKnownIsEmpty() {
        var price = new CallPrice(Optional.of(ModelPrice.of(BigDecimal.ONE, BigDecimal.TEN)));

        assertThat(price.cost(Usage.unknown())).isEmpty();
        assertThat(price.cost(usage(Long.MAX_VALUE, 0, 0, Long.MAX_VALUE))).isEmpty();
        assertThat(new CallPrice(Optional.empty()).cost(usage(1, 0, 0, 1))).isEmpty();
        assertThat(price.cost(Usage.unknown().withCost(Optional.of(new BigDecimal("0.5")))))
                .hasValue(dollars("0.5"));
        assertThat(price.cost(Usage.unknown().withCost(Optional.of(new BigDecimal("-1")))))
                .isEmpty();
        assertThat(price.cost(Usage.unknown().withCost(Optional.of(new BigDecimal("1E+99")))))
                .isEmpty();
    }

    /// One dollar a million tokens, so that the worst case is the bytes in millionths; 32 stand around a message.
    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "Grüße", "漢字", "💚💚", "a💚ü漢"})
    void theWorstCaseCountsTheBytesOfAQuestion(String text) {
        var price = new CallPrice(Optional.of(ModelPrice.of(BigDecimal.ONE, BigDecimal.ZERO)));
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;

        assertThat(price.estimate(ChatRequest.of("m", text, 9)).worst())
                .hasValue(Usd.of(BigDecimal.valueOf(bytes + 32L, 6)));
        assertThat(price.estimate(ChatRequest.of("m", text + "\ud83d", 9)).worst())
                .hasValue(Usd.of(BigDecimal.valueOf(bytes + 35L, 6)));
        assertThat(price.estimate(ChatRequest.of("m", text, 9)).maxTokens()).isEqualTo(bytes + 32 + 9);
    }

    private static Usage usage(long input, long cached, long written, long output) {
        return new Usage(
                Optional.of(input),
                Optional.of(cached),
                Optional.of(written),
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
