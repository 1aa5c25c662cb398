package dev.rowan.api.call;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// An amount of US dollars, exact to 10⁻¹², so that sums of many small prices stay exact. Up to about nine million
/// dollars ([#MAX]); more is an error, never an overflow.
public record Usd(long pico) implements Comparable<Usd> {
    public static final Usd ZERO = new Usd(0);

    public static final Usd MAX = new Usd(Long.MAX_VALUE);

    private static final int DIGITS = 12;
    private static final int SHOWN_DIGITS = 3;

    public Usd {
        if (pico < 0) {
            throw new IllegalArgumentException("an amount must not be negative, got " + pico);
        }
    }

    /// The amount, rounded up, so that reservations are never too small. Throws [ArithmeticException] above
    /// [#MAX].
    public static Usd of(BigDecimal dollars) {
        if (dollars.compareTo(MAX.dollars()) > 0) {
            throw tooMuch(dollars);
        }
        return new Usd(
                dollars.movePointRight(DIGITS).setScale(0, RoundingMode.CEILING).longValueExact());
    }

    /// The sum. Throws [ArithmeticException] above [#MAX].
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

    /// Rounded up to the displayed digits: cents, and below a dollar three significant digits.
    public Usd roundedUp() {
        BigDecimal up = dollars().setScale(shownDigits(dollars()), RoundingMode.CEILING);
        return up.compareTo(MAX.dollars()) > 0 ? MAX : of(up);
    }

    /// The number of decimal places displayed.
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
