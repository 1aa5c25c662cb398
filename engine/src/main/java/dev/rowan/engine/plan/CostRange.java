package dev.rowan.engine.plan;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;

/// The likely and the worst-case cost of calls in US dollars.
public record CostRange(BigDecimal likely, BigDecimal worst) {
    public static final CostRange NOTHING = new CostRange(BigDecimal.ZERO, BigDecimal.ZERO);

    static CostRange of(Usd likely, Usd worst) {
        return new CostRange(likely.dollars(), worst.dollars());
    }

    public CostRange plus(CostRange other) {
        return new CostRange(likely.add(other.likely), worst.add(other.worst));
    }

    CostRange times(BigDecimal factor) {
        return new CostRange(likely.multiply(factor), worst.multiply(factor));
    }
}
