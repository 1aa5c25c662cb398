package dev.rowan.simulator.price;

import dev.rowan.simulator.answer.CacheTokens;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.tier.SimulatedTier;
import java.time.Duration;
import java.util.List;

/// The price of a model: so much a token in, a token out, a call, and a token in an explicit cache for an hour, in
/// picodollars; and the shares of its cache.
///
/// The table is simple and fixed on purpose: it stands for no provider's price list, it makes bills that can be
/// checked.
public record Prices(long input, long output, long call, long storage, CachePrices cache) {
    private static final long THOUSAND = 1_000;
    private static final long SECONDS_PER_HOUR = 3_600;
    private static final Prices SAFETY = new Prices(0, 0, 380_000_000, 0, CachePrices.of("", ""));
    private static final Prices USUAL = perMillion(1_000, 4_000);

    private static final List<Family> FAMILIES = List.of(
            new Family("embedding", perMillion(20, 0)),
            new Family("gpt-4o-mini", perMillion(150, 600)),
            new Family("gpt-4.1-mini", perMillion(400, 1_600)),
            new Family("gpt", perMillion(2_500, 10_000)),
            new Family("haiku", perMillion(1_000, 5_000)),
            new Family("claude", perMillion(3_000, 15_000)),
            new Family("flash", perMillion(300, 2_500).storing(1_000)),
            new Family("gemini", perMillion(1_250, 10_000).storing(4_500)));

    /// Models whose name contains `part`.
    private record Family(String part, Prices prices) {}

    /// The prices of `model` at `endpoint`.
    public static Prices of(String endpoint, String model) {
        if (endpoint.startsWith("safety_")) {
            return SAFETY;
        }
        for (Family family : FAMILIES) {
            if (model.contains(family.part())) {
                return family.prices().with(CachePrices.of(endpoint, model));
            }
        }
        return USUAL.with(CachePrices.of(endpoint, model));
    }

    /// Prices in thousandths of a dollar for a million tokens.
    private static Prices perMillion(long input, long output) {
        return new Prices(input * 1_000, output * 1_000, 0, 0, CachePrices.of("", ""));
    }

    private Prices storing(long perMillion) {
        return new Prices(input, output, call, perMillion * 1_000, cache);
    }

    /// What it costs to keep so many tokens for `life`.
    public Money storage(long tokens, Duration life) {
        return new Money(Math.ceilDiv(tokens * storage * life.toSeconds(), SECONDS_PER_HOUR));
    }

    private Prices with(CachePrices other) {
        return new Prices(input, output, call, storage, other);
    }

    public Money cost(TokenUsage usage, SimulatedTier tier) {
        CacheTokens cached = usage.cache();
        boolean batch = tier == SimulatedTier.BATCH;
        long fresh = usage.fresh() * THOUSAND
                + (cached.fiveMinutes() + cached.halfHour()) * cache.write()
                + cached.hour() * cache.hourWrite();
        long others = (fresh * input + usage.output() * output * THOUSAND) / THOUSAND * tier.share() / THOUSAND;
        long read = batch
                ? cached.read() * cache.batchRead() * input / THOUSAND
                : cached.read() * cache.read() * input / THOUSAND * tier.share() / THOUSAND;
        return new Money(others + read + call);
    }
}
