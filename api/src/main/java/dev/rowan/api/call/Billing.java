package dev.rowan.api.call;

import java.util.Locale;
import java.util.Optional;

/// What the cost of an attempt rests on: the service tier asked for and the one that the reply names, the model that
/// answered, the price used and whose figure the cost is. An absent fact is unknown.
public record Billing(
        Optional<String> tierAsked,
        Optional<String> tierServed,
        Optional<String> model,
        Optional<String> price,
        Optional<Basis> basis) {

    public static final Billing UNKNOWN =
            new Billing(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /// Where the amount comes from.
    public enum Basis {
        /// The provider's reply states it.
        PROVIDER,
        /// Usage times a price.
        TABLE,
        /// The maximum, since the amount is unknown.
        WORST;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Basis of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    public Billing with(Basis other) {
        return new Billing(tierAsked, tierServed, model, price, Optional.of(other));
    }
}
