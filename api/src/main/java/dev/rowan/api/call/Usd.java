package dev.rowan.api.call;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// An amount of US dollars, exact to a millionth of a millionth, so that sums of many small prices stay exact.
public record Usd(long pico) implements Comparable<Usd> {
    public static final Usd ZERO = new Usd(0);

    private static final int DIGITS = 12;

    public Usd {
        if (pico < 0) {
            throw new IllegalArgumentException("an amount is not negative, got " + pico);
        }
    }

    /// The amount, rounded up: what is reserved or counted is never too little.
    public static Usd of(BigDecimal dollars) {
        return new Usd(
                dollars.movePointRight(DIGITS).setScale(0, RoundingMode.CEILING).longValueExact());
    }

    public Usd plus(Usd other) {
        return new Usd(Math.addExact(pico, other.pico));
    }

    public Usd minus(Usd other) {
        return new Usd(pico - other.pico);
    }

    public BigDecimal dollars() {
        return BigDecimal.valueOf(pico, DIGITS);
    }

    @Override
    public int compareTo(Usd other) {
        return Long.compare(pico, other.pico);
    }

    /// Dollars without trailing zeros: `0.00125`.
    @Override
    public String toString() {
        return pico == 0 ? "0" : dollars().stripTrailingZeros().toPlainString();
    }
}
