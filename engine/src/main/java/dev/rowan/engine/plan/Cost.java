package dev.rowan.engine.plan;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;

/// What calls cost in US dollars: what is likely, and the most that it can be.
public record Cost(BigDecimal likely, BigDecimal worst) {
    public static final Cost NOTHING = new Cost(BigDecimal.ZERO, BigDecimal.ZERO);

    static Cost of(Usd likely, Usd worst) {
        return new Cost(likely.dollars(), worst.dollars());
    }

    public Cost plus(Cost other) {
        return new Cost(likely.add(other.likely), worst.add(other.worst));
    }

    Cost times(BigDecimal factor) {
        return new Cost(likely.multiply(factor), worst.multiply(factor));
    }
}
