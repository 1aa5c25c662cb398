package dev.rowan.cli.plan;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;

/// Amounts of a forecast, which may be tiny or huge: `$0.000012`, `$0.84`, `$1,234,567.80`.
final class ForecastMoney {
    private static final MathContext TWO_DIGITS = new MathContext(2);

    private ForecastMoney() {}

    static String words(BigDecimal dollars) {
        if (dollars.signum() == 0) {
            return "$0";
        }
        if (dollars.compareTo(BigDecimal.ONE) >= 0) {
            return String.format(Locale.ROOT, "$%,.2f", dollars);
        }
        BigDecimal rounded = dollars.round(TWO_DIGITS).stripTrailingZeros();
        return "$" + rounded.setScale(Math.max(2, rounded.scale())).toPlainString();
    }

    static String words(Optional<Usd> amount) {
        return amount.map(usd -> words(usd.dollars())).orElse("unknown");
    }

    /// The amount for machines, without superfluous zeros.
    static BigDecimal number(BigDecimal dollars) {
        return dollars.signum() == 0
                ? BigDecimal.ZERO
                : new BigDecimal(dollars.stripTrailingZeros().toPlainString());
    }
}
