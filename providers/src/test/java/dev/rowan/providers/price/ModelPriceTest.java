package dev.rowan.providers.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelPriceTest {
    private static final ModelPrice RISING = new ModelPrice(
            new BigDecimal("3"),
            Optional.of(new BigDecimal("0.3")),
            new ModelPrice.WritePrices(Optional.of(new BigDecimal("3.75")), Optional.of(new BigDecimal("6"))),
            new BigDecimal("15"),
            Optional.of(new ModelPrice.Above(200_000, new BigDecimal("6"), new BigDecimal("22.5"))),
            Map.of(),
            Optional.empty(),
            "test");

    @Test
    void theWorstCaseOfALongQuestionKeepsAllOfItInTheCacheAtTheRaisedPrice() {
        // 300,000 tokens at twice 3.75 dollars a million
        assertThat(RISING.worst(300_000, 0, false)).hasValue(Usd.of(new BigDecimal("2.25")));
        assertThat(RISING.cost(usage(300_000, 0, false, 300_000, 0))).hasValue(Usd.of(new BigDecimal("2.25")));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {41, 42, 43})
    void nothingCostsMoreThanTheWorstCase(long seed) {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            var price = new ModelPrice(
                    money(random),
                    maybe(random),
                    new ModelPrice.WritePrices(maybe(random), maybe(random)),
                    money(random),
                    random.nextBoolean()
                            ? Optional.empty()
                            : Optional.of(new ModelPrice.Above(random.nextLong(1_000), money(random), money(random))),
                    Map.of(),
                    Optional.empty(),
                    "test");
            boolean hourly = random.nextBoolean();
            long most = 1 + random.nextLong(2_000);
            long input = random.nextLong(most + 1);
            long cached = random.nextLong(input + 1);
            Usage usage = usage(input, cached, hourly, random.nextLong(input - cached + 1), random.nextLong(500));

            assertThat(price.cost(usage).orElseThrow())
                    .as("%s for %s of at most %s", price, usage, most)
                    .isLessThanOrEqualTo(price.worst(most, 500, hourly).orElseThrow());
        }
    }

    private static BigDecimal money(SplittableRandom random) {
        return BigDecimal.valueOf(1 + random.nextLong(10_000), 2);
    }

    private static Optional<BigDecimal> maybe(SplittableRandom random) {
        return random.nextBoolean() ? Optional.of(money(random)) : Optional.empty();
    }

    private static Usage usage(long input, long cached, boolean hourly, long written, long output) {
        return new Usage(
                Optional.of(input),
                Optional.of(cached),
                Optional.of(hourly ? new CacheWrites(0, 0, written) : CacheWrites.of(written)),
                Optional.of(output),
                Optional.empty(),
                Optional.empty());
    }
}
