package dev.rowan.providers.price;

import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/// The price of a model in US dollars per million tokens. Absent prices equal `input`.
///
/// `above` is the price of a whole call whose prompt exceeds a number of tokens.
public record ModelPrice(
        BigDecimal input,
        Optional<BigDecimal> cachedInput,
        Optional<BigDecimal> cacheWrite,
        BigDecimal output,
        Optional<Above> above) {
    private static final int MILLION_DIGITS = 6;

    public ModelPrice {
        if (input.signum() < 0 || output.signum() < 0) {
            throw new IllegalArgumentException("a price must not be negative");
        }
    }

    /// The price of longer prompts.
    public record Above(long tokens, BigDecimal input, BigDecimal output) {}

    public static ModelPrice of(BigDecimal input, BigDecimal output) {
        return new ModelPrice(input, Optional.empty(), Optional.empty(), output, Optional.empty());
    }

    /// This price times `share`. With `keepsCached`, cached input has the full price.
    ModelPrice times(BigDecimal share, boolean keepsCached) {
        return new ModelPrice(
                input.multiply(share),
                keepsCached ? cachedInput : cachedInput.map(share::multiply),
                cacheWrite.map(share::multiply),
                output.multiply(share),
                above.map(a -> new Above(
                        a.tokens(), a.input().multiply(share), a.output().multiply(share))));
    }

    /// The maximum cost of so many tokens, cached or not, long or not; empty if out of range.
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

    /// The cost of a call by its usage; empty if the provider did not report enough.
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

    /// Cache prices rise with the input price.
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

    /// `amount` as money; empty if it is out of range.
    static Optional<Usd> dollars(BigDecimal amount) {
        try {
            return Optional.of(Usd.of(amount));
        } catch (ArithmeticException _) {
            return Optional.empty();
        }
    }
}
