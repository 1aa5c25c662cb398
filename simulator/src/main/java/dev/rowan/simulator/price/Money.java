package dev.rowan.simulator.price;

import java.math.BigDecimal;

/// An amount in millionths of a millionth of a US dollar, so that sums are exact.
public record Money(long picoUsd) {
    public static final Money ZERO = new Money(0);

    public Money plus(Money other) {
        return new Money(Math.addExact(picoUsd, other.picoUsd));
    }

    public Money half() {
        return new Money(picoUsd / 2);
    }

    public BigDecimal usd() {
        BigDecimal amount = BigDecimal.valueOf(picoUsd, 12).stripTrailingZeros();
        return amount.scale() < 0 ? amount.setScale(0) : amount;
    }
}
