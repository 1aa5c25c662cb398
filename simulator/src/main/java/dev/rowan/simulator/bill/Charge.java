package dev.rowan.simulator.bill;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.price.Money;
import dev.rowan.simulator.price.Prices;

/// What served requests cost; in real time it is one at a time.
public record Charge(String model, long calls, TokenUsage usage, Money cost) {

    public static Charge of(String endpoint, String model, TokenUsage usage) {
        return new Charge(model, 1, usage, Prices.of(endpoint, model).cost(usage));
    }

    /// What `calls` rows of a batch cost together: half of what they would cost in real time.
    public static Charge batch(String model, long calls, TokenUsage usage) {
        return new Charge(
                model, calls, usage, Prices.of("batch", model).cost(usage).half());
    }
}
