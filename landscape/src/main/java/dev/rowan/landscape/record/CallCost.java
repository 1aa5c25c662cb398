package dev.rowan.landscape.record;

import dev.rowan.api.call.Usd;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The cost of ended attempts, as far as known; rendered the same on the terminal and on the page.
///
/// `counted` is the sum, including `worst`, the worst case of `uncertain` attempts of unknown cost. Nothing is
/// counted for `unpriced` attempts, to models without a known price: their cost is unknown, not zero.
public record CallCost(Usd counted, Usd worst, long uncertain, long unpriced) {
    public static final CallCost NONE = new CallCost(Usd.ZERO, Usd.ZERO, 0, 0);

    /// The cost of one recorded attempt. If the price is known, the worst case is greater than zero.
    public static CallCost of(Usd counted, boolean known) {
        if (known) {
            return new CallCost(counted, Usd.ZERO, 0, 0);
        }
        return counted.equals(Usd.ZERO) ? new CallCost(counted, counted, 0, 1) : new CallCost(counted, counted, 1, 0);
    }

    public CallCost plus(CallCost other) {
        return new CallCost(
                counted.plus(other.counted),
                worst.plus(other.worst),
                uncertain + other.uncertain,
                unpriced + other.unpriced);
    }

    /// Adds open attempts: the worst case of those with a price, and the number of those without.
    public CallCost withOpen(Usd reserved, long withoutPrice) {
        return new CallCost(
                counted.plus(reserved),
                worst.plus(reserved),
                uncertain + (reserved.equals(Usd.ZERO) ? 0 : 1),
                unpriced + withoutPrice);
    }

    /// Whether no part is a worst case or unknown.
    public boolean isKnown() {
        return uncertain == 0 && unpriced == 0;
    }

    /// The sum as a number; empty if no attempt has a known price.
    public Optional<Usd> amount() {
        return unpriced > 0 && counted.equals(Usd.ZERO) ? Optional.empty() : Optional.of(counted);
    }

    /// `$1.20`, `at most $1.20`, `unknown`, `$1.20 and unknown for 3 attempts without a price`.
    public String text(Function<Usd, String> money) {
        return amount().map(sum -> shown(sum, money)
                        + (unpriced > 0 ? " and unknown for " + attempts(unpriced) + " without a price" : ""))
                .orElse("unknown");
    }

    /// A short form for a column: `$1.20`, `at most $1.20`, `unknown`, `$1.20 + unknown`.
    public String brief(Function<Usd, String> money) {
        return amount().map(sum -> shown(sum, money) + (unpriced > 0 ? " + unknown" : ""))
                .orElse("unknown");
    }

    /// Why it is a worst case or unknown: `$0.40 is the worst case of 2 attempts whose cost is unknown`.
    public Optional<String> remark(Function<Usd, String> money) {
        if (amount().isEmpty()) {
            return Optional.of("no price is known for " + attempts(unpriced));
        }
        return uncertain == 0 || worst.equals(Usd.ZERO)
                ? Optional.empty()
                : Optional.of(money.apply(worst.roundedUp()) + " is the worst case of " + attempts(uncertain)
                        + " whose cost is unknown");
    }

    private String shown(Usd sum, Function<Usd, String> money) {
        return uncertain > 0 ? "at most " + money.apply(sum.roundedUp()) : money.apply(sum);
    }

    private static String attempts(long count) {
        return count == 1 ? "1 attempt" : String.format(Locale.ROOT, "%,d attempts", count);
    }
}
