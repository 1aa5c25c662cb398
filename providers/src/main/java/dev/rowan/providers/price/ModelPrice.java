package dev.rowan.providers.price;

import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/// The price of a model in US dollars for a million tokens. What is not told costs as much as `input`.
///
/// `above` is the price of a whole call whose question is longer than so many tokens.
public record ModelPrice(
        BigDecimal input,
        Optional<BigDecimal> cachedInput,
        Optional<BigDecimal> cacheWrite,
        BigDecimal output,
        Optional<Above> above) {
    private static final int MILLION_DIGITS = 6;

    public ModelPrice {
        if (input.signum() < 0 || output.signum() < 0) {
            throw new IllegalArgumentException("a price is not negative");
        }
    }

    /// What longer questions cost.
    public record Above(long tokens, BigDecimal input, BigDecimal output) {}

    public static ModelPrice of(BigDecimal input, BigDecimal output) {
        return new ModelPrice(input, Optional.empty(), Optional.empty(), output, Optional.empty());
    }

    /// This price times `share`. With `keepsCached` what was found in a cache costs as before.
    ModelPrice times(BigDecimal share, boolean keepsCached) {
        return new ModelPrice(
                input.multiply(share),
                keepsCached ? cachedInput : cachedInput.map(share::multiply),
                cacheWrite.map(share::multiply),
                output.multiply(share),
                above.map(a -> new Above(
                        a.tokens(), a.input().multiply(share), a.output().multiply(share))));
    }

    /// The most that so many tokens can cost, whatever of the question is new, kept or found in a cache, and
    /// whether or not it counts as long; empty beyond all reason.
    public Optional<Usd> worst(long inputTokens, long outputTokens) {
        ModelPrice raised =
                above.filter(a -> inputTokens > a.tokens()).map(this::raised).orElse(this);
        BigDecimal in = dearestInput().max(raised.dearestInput());
        BigDecimal out = output.max(raised.output);
        return dollars(times(in, inputTokens).add(times(out, outputTokens)));
    }

    private BigDecimal dearestInput() {
        return input.max(cacheWrite.orElse(input)).max(cachedInput.orElse(input));
    }

    /// What a call cost by its usage; empty when the provider did not tell enough.
    public Optional<Usd> cost(Usage usage) {
        if (usage.input().isEmpty() || usage.output().isEmpty()) {
            return Optional.empty();
        }
        long all = usage.input().get();
        long cached = Math.min(all, usage.cachedInput().orElse(0L));
        long written = Math.min(all - cached, usage.cacheWrites().orElse(0L));
        ModelPrice price = above.filter(a -> all > a.tokens()).map(this::raised).orElse(this);
        return dollars(times(price.input, all - cached - written)
                .add(times(price.cachedInput.orElse(price.input), cached))
                .add(times(price.cacheWrite.orElse(price.input), written))
                .add(times(price.output, usage.output().get())));
    }

    /// The cache's prices rise as the input's does.
    private ModelPrice raised(Above a) {
        BigDecimal step =
                input.signum() == 0 ? BigDecimal.ONE : a.input().divide(input, MILLION_DIGITS, RoundingMode.CEILING);
        return new ModelPrice(
                a.input(),
                cachedInput.map(step::multiply),
                cacheWrite.map(step::multiply),
                a.output(),
                Optional.empty());
    }

    private static BigDecimal times(BigDecimal price, long tokens) {
        return price.multiply(BigDecimal.valueOf(tokens)).movePointLeft(MILLION_DIGITS);
    }

    private static Optional<Usd> dollars(BigDecimal amount) {
        try {
            return Optional.of(Usd.of(amount));
        } catch (ArithmeticException _) {
            return Optional.empty();
        }
    }
}
