package dev.rowan.simulator.bill;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.price.Money;
import dev.rowan.simulator.price.Prices;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.tier.SimulatedTier;

/// What served requests cost; in real time it is one at a time.
public record Charge(String model, long calls, TokenUsage usage, SimulatedTier tier, Money cost) {

    public static Charge of(String endpoint, ModelReply served) {
        return new Charge(
                served.model(),
                1,
                served.usage(),
                served.tier(),
                Prices.of(endpoint, served.model())
                        .cost(served.usage(), served.tier())
                        .plus(served.beside()));
    }

    /// What `calls` rows of a batch at `service` cost together.
    public static Charge batch(String service, String model, long calls, TokenUsage usage) {
        return new Charge(
                model,
                calls,
                usage,
                SimulatedTier.BATCH,
                Prices.of(service, model).cost(usage, SimulatedTier.BATCH));
    }
}
