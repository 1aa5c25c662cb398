package dev.rowan.transforms.coerce;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/// Parses numbers exactly as written, within the size that JSON allows here.
final class Numbers {
    /// The maximum number of digits in JSON here.
    private static final int MAX_DIGITS = 1_000;

    private Numbers() {}

    /// An optional sign and ASCII digits.
    static Optional<BigInteger> parseWhole(String text) {
        String stripped = text.strip();
        int sign = signLength(stripped);
        boolean fits = stripped.length() > sign
                && stripped.length() <= MAX_DIGITS
                && digits(stripped, sign) == stripped.length() - sign;
        return fits ? Optional.of(new BigInteger(stripped)) : Optional.empty();
    }

    /// An optional sign, ASCII digits with an optional point, and an optional exponent.
    static Optional<BigDecimal> parseDecimal(String text) {
        String stripped = text.strip();
        if (stripped.length() > MAX_DIGITS || !isDecimal(stripped)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BigDecimal(stripped));
        } catch (NumberFormatException _) {
            return Optional.empty(); // the exponent is beyond all bounds
        }
    }

    private static boolean isDecimal(String text) {
        int at = signLength(text);
        int whole = digits(text, at);
        at += whole;
        int fraction = 0;
        if (text.startsWith(".", at)) {
            fraction = digits(text, at + 1);
            at += 1 + fraction;
        }
        if (whole + fraction == 0 || at == text.length()) {
            return whole + fraction > 0;
        }
        if (text.charAt(at) != 'e' && text.charAt(at) != 'E') {
            return false;
        }
        String exponent = text.substring(at + 1);
        int sign = signLength(exponent);
        return exponent.length() > sign && digits(exponent, sign) == exponent.length() - sign;
    }

    /// `number` as an integer, if it has no fraction.
    static Optional<BigInteger> exactWhole(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= MAX_DIGITS
                ? Optional.of(stripped.toBigIntegerExact())
                : Optional.empty();
    }

    private static int signLength(String text) {
        return text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - from;
    }
}
