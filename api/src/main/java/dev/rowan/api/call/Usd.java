package dev.rowan.api.call;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// An amount of US dollars, exact to a millionth of a millionth, so that sums of many small prices stay exact.
/// It goes up to some nine million dollars ([#MOST]); what is more is refused, never wrapped.
public record Usd(long pico) implements Comparable<Usd> {
    public static final Usd ZERO = new Usd(0);

    public static final Usd MOST = new Usd(Long.MAX_VALUE);

    private static final int DIGITS = 12;

    public Usd {
        if (pico < 0) {
            throw new IllegalArgumentException("an amount is not negative, got " + pico);
        }
    }

    /// The amount, rounded up: what is reserved or counted is never too little. An [ArithmeticException] says that it
    /// is more than [#MOST].
    public static Usd of(BigDecimal dollars) {
        if (dollars.compareTo(MOST.dollars()) > 0) {
            throw tooMuch(dollars);
        }
        return new Usd(
                dollars.movePointRight(DIGITS).setScale(0, RoundingMode.CEILING).longValueExact());
    }

    /// The sum; an [ArithmeticException] says that it is more than [#MOST].
    public Usd plus(Usd other) {
        if (other.pico > MOST.pico - pico) {
            throw tooMuch(dollars().add(other.dollars()));
        }
        return new Usd(pico + other.pico);
    }

    private static ArithmeticException tooMuch(BigDecimal dollars) {
        return new ArithmeticException("an amount must be at most " + MOST + " US dollars, got " + dollars);
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
