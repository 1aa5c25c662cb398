package dev.rowan.api.call;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// An amount of US dollars, exact to a millionth of a millionth, so that sums of many small prices stay exact.
/// It goes up to some nine million dollars ([#MAX]); what is more is refused, never wrapped.
public record Usd(long pico) implements Comparable<Usd> {
    public static final Usd ZERO = new Usd(0);

    public static final Usd MAX = new Usd(Long.MAX_VALUE);

    private static final int DIGITS = 12;
    private static final int SHOWN_DIGITS = 3;

    public Usd {
        if (pico < 0) {
            throw new IllegalArgumentException("an amount is not negative, got " + pico);
        }
    }

    /// The amount, rounded up: what is reserved or counted is never too little. An [ArithmeticException] says that it
    /// is more than [#MAX].
    public static Usd of(BigDecimal dollars) {
        if (dollars.compareTo(MAX.dollars()) > 0) {
            throw tooMuch(dollars);
        }
        return new Usd(
                dollars.movePointRight(DIGITS).setScale(0, RoundingMode.CEILING).longValueExact());
    }

    /// The sum; an [ArithmeticException] says that it is more than [#MAX].
    public Usd plus(Usd other) {
        if (other.pico > MAX.pico - pico) {
            throw tooMuch(dollars().add(other.dollars()));
        }
        return new Usd(pico + other.pico);
    }

    private static ArithmeticException tooMuch(BigDecimal dollars) {
        return new ArithmeticException("an amount must be at most " + MAX + " US dollars, got " + dollars);
    }

    public Usd minus(Usd other) {
        return new Usd(pico - other.pico);
    }

    public BigDecimal dollars() {
        return BigDecimal.valueOf(pico, DIGITS);
    }

    /// Rounded up to the digits that people are shown: cents, and below a dollar three digits that count. So a worst
    /// case is never shown as too little.
    public Usd roundedUp() {
        BigDecimal up = dollars().setScale(shownDigits(dollars()), RoundingMode.CEILING);
        return up.compareTo(MAX.dollars()) > 0 ? MAX : of(up);
    }

    /// How many digits behind the point people are shown.
    public static int shownDigits(BigDecimal dollars) {
        BigDecimal exact = dollars.stripTrailingZeros();
        return exact.signum() == 0 || exact.compareTo(BigDecimal.ONE) >= 0
                ? 2
                : Math.max(2, exact.scale() - exact.precision() + SHOWN_DIGITS);
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
