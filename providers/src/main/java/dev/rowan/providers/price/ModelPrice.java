package dev.rowan.providers.price;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The price of a model in US dollars per million tokens. Absent prices equal `input`.
///
/// `above` is the price of a whole call whose prompt exceeds a number of tokens. `tiers` are the prices of other
/// tiers; one that is missing has no known price. `storage` is that of a million tokens in an explicit cache for an
/// hour. `id` names the list and its date.
public record ModelPrice(
        BigDecimal input,
        Optional<BigDecimal> cachedInput,
        WritePrices writes,
        BigDecimal output,
        Optional<Above> above,
        Map<ServiceTier, TierRates> tiers,
        Optional<BigDecimal> storage,
        String id) {
    private static final int MILLION_DIGITS = 6;
    private static final int PICO_DIGITS = 12;
    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3_600);

    public ModelPrice {
        tiers = Map.copyOf(tiers);
        if (input.signum() < 0 || output.signum() < 0) {
            throw new IllegalArgumentException("a price must not be negative");
        }
    }

    /// The price of longer prompts.
    public record Above(long tokens, BigDecimal input, BigDecimal output) {}

    /// The prices of writing to a cache, for an hour and for less.
    public record WritePrices(Optional<BigDecimal> usual, Optional<BigDecimal> hour) {
        public static final WritePrices NONE = new WritePrices(Optional.empty(), Optional.empty());

        WritePrices times(BigDecimal factor) {
            return new WritePrices(usual.map(factor::multiply), hour.map(factor::multiply));
        }
    }

    public static ModelPrice of(BigDecimal input, BigDecimal output) {
        return new ModelPrice(
                input,
                Optional.empty(),
                WritePrices.NONE,
                output,
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                "unnamed");
    }

    /// The same with the prices of caches that are missing, by the rules of the provider's cache.
    ModelPrice withCache(CacheRules rules, boolean discounts) {
        Optional<BigDecimal> cached = discounts && rules.control() != CacheRules.Control.NONE
                ? Optional.of(input.multiply(rules.read()))
                : Optional.empty();
        return new ModelPrice(
                input,
                cachedInput.or(() -> cached),
                new WritePrices(
                        writes.usual().or(() -> Optional.of(input.multiply(rules.write()))),
                        writes.hour().or(() -> rules.hourWrite().map(input::multiply))),
                output,
                above,
                tiers,
                storage,
                id);
    }

    ModelPrice with(Map<ServiceTier, TierRates> others, String name) {
        return new ModelPrice(input, cachedInput, writes, output, above, others, storage, name);
    }

    ModelPrice withStorage(Optional<BigDecimal> other) {
        return new ModelPrice(input, cachedInput, writes, output, above, tiers, storage.or(() -> other), id);
    }

    /// The cost of an explicit cache of so many tokens, written and kept for `life`; empty if unknown.
    public Optional<Usd> stored(Usage written, Duration life) {
        return cost(written)
                .flatMap(once -> storage.flatMap(
                        price -> dollars(times(price, written.input().orElse(0L))
                                .multiply(BigDecimal.valueOf(life.toSeconds()))
                                .divide(SECONDS_PER_HOUR, PICO_DIGITS, RoundingMode.UP)
                                .add(once.dollars()))));
    }

    /// The price in `tier`; empty if unknown.
    public Optional<ModelPrice> at(ServiceTier tier) {
        return tier == ServiceTier.STANDARD
                ? Optional.of(this)
                : Optional.ofNullable(tiers.get(tier)).map(this::times);
    }

    private ModelPrice times(TierRates rates) {
        return new ModelPrice(
                input.multiply(rates.input()),
                Optional.of(cachedInput.orElse(input).multiply(rates.cachedInput())),
                new WritePrices(Optional.of(writes.usual().orElse(input)), writes.hour()).times(rates.cacheWrite()),
                output.multiply(rates.output()),
                above.map(a -> new Above(
                        a.tokens(),
                        a.input().multiply(rates.input()),
                        a.output().multiply(rates.output()))),
                tiers,
                storage,
                id);
    }

    /// The maximum cost of so many tokens, cached or not, long or not; empty if out of range. With `hourly`, the
    /// input may be written to a cache for an hour.
    public Optional<Usd> worst(long inputTokens, long outputTokens, boolean hourly) {
        ModelPrice raised =
                above.filter(a -> inputTokens > a.tokens()).map(this::raised).orElse(this);
        BigDecimal in = dearestInput(hourly).max(raised.dearestInput(hourly));
        BigDecimal out = output.max(raised.output);
        return dollars(times(in, inputTokens).add(times(out, outputTokens)));
    }

    private BigDecimal dearestInput(boolean hourly) {
        BigDecimal usual = input.max(writes.usual().orElse(input)).max(cachedInput.orElse(input));
        return hourly ? usual.max(hourWrite()) : usual;
    }

    private BigDecimal hourWrite() {
        return writes.hour().or(writes::usual).orElse(input);
    }

    /// The cost of a call by its usage; empty if the provider did not report enough.
    public Optional<Usd> cost(Usage usage) {
        if (usage.input().isEmpty() || usage.output().isEmpty()) {
            return Optional.empty();
        }
        long all = usage.input().get();
        long cached = Math.min(all, usage.cachedInput().orElse(0L));
        CacheWrites told = usage.writes().orElse(CacheWrites.of(0));
        long hour = Math.min(all - cached, told.hour());
        long usual = Math.min(all - cached - hour, told.fiveMinutes() + told.halfHour());
        ModelPrice price = isLong(all) ? raised(above.get()) : this;
        return dollars(times(price.input, all - cached - hour - usual)
                .add(times(price.cachedInput.orElse(price.input), cached))
                .add(times(price.writes.usual().orElse(price.input), usual))
                .add(times(price.hourWrite(), hour))
                .add(times(price.output, usage.output().get())));
    }

    /// Whether a prompt of so many tokens has the price of long ones.
    boolean isLong(long inputTokens) {
        return above.filter(a -> inputTokens > a.tokens()).isPresent();
    }

    /// Cache prices rise with the input price.
    private ModelPrice raised(Above a) {
        BigDecimal step =
                input.signum() == 0 ? BigDecimal.ONE : a.input().divide(input, MILLION_DIGITS, RoundingMode.CEILING);
        return new ModelPrice(
                a.input(),
                cachedInput.map(step::multiply),
                writes.times(step),
                a.output(),
                Optional.empty(),
                tiers,
                storage,
                id);
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
