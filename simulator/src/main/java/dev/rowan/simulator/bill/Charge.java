package dev.rowan.simulator.bill;

import dev.rowan.simulator.answer.Usage;
import dev.rowan.simulator.price.Money;
import dev.rowan.simulator.price.Prices;

/// What one served request costs.
public record Charge(String model, Usage usage, Money cost) {

    public static Charge of(String endpoint, String model, Usage usage) {
        return new Charge(model, usage, Prices.of(endpoint, model).cost(usage));
    }
}
