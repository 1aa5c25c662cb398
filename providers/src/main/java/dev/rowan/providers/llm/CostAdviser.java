package dev.rowan.providers.llm;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.CostOption;
import dev.rowan.api.plugin.CostOption.Mode;
import dev.rowan.api.plugin.CostOption.Variant;
import dev.rowan.api.plugin.TokenForecast;
import dev.rowan.providers.cache.CacheMode;
import dev.rowan.providers.price.CacheRules;
import dev.rowan.providers.price.ModelPrice;
import dev.rowan.providers.price.ServiceTier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Prices the ways to send a call: in each tier, with and without the prompt cache, and with static text moved before
/// the row's fields. `leading` tokens of the prompt are static, `behind` more stand behind the first field.
record CostAdviser(
        ModelPrice price, CacheRules rules, CostOptions options, List<ServiceTier> tiers, long leading, long behind) {
    private static final double FEWEST_HITS = 0.9;
    private static final double FEWEST_BATCH_HITS = 0.3;
    private static final double MOST_BATCH_HITS = 0.98;

    List<CostOption> options(TokenForecast tokens) {
        var all = new ArrayList<CostOption>();
        for (ServiceTier tier : tiers) {
            Mode mode = mode(tier);
            add(all, tier, new Variant(mode, false, false), tokens);
            if (isCached(leading)) {
                add(all, tier, new Variant(mode, true, false), tokens);
            }
            if (behind > 0 && isCached(leading + behind)) {
                add(all, tier, new Variant(mode, true, true), tokens);
            }
        }
        return all;
    }

    private static Mode mode(ServiceTier tier) {
        return switch (tier) {
            case STANDARD, PRIORITY -> Mode.REALTIME;
            case FLEX -> Mode.FLEX;
            case BATCH -> Mode.BATCH;
        };
    }

    private boolean isCached(long tokens) {
        return rules.control() != CacheRules.Control.NONE && tokens >= rules.minimum();
    }

    private void add(List<CostOption> all, ServiceTier tier, Variant variant, TokenForecast tokens) {
        boolean batch = tier == ServiceTier.BATCH;
        Optional<Double> measured = batch ? tokens.batchHits() : tokens.realtimeHits();
        Optional<Usd> least = cost(tier, tokens, variant, measured.orElse(batch ? MOST_BATCH_HITS : 1));
        Optional<Usd> most = cost(tier, tokens, variant, measured.orElse(batch ? FEWEST_BATCH_HITS : FEWEST_HITS));
        if (least.isPresent() && most.isPresent()) {
            all.add(new CostOption(
                    variant, settings(tier, variant), isCurrent(tier, variant), least.get(), most.get()));
        }
    }

    /// Whether the options ask for it now, apart from `mode`.
    private boolean isCurrent(ServiceTier tier, Variant variant) {
        boolean caches = options.cache() != CacheMode.OFF && isCached(leading);
        return (tier == ServiceTier.BATCH || tier == options.tier())
                && variant.cached() == caches
                && !variant.fieldsLast();
    }

    private Map<String, String> settings(ServiceTier tier, Variant variant) {
        var settings = new LinkedHashMap<String, String>();
        if (tier == ServiceTier.BATCH) {
            settings.put("mode", "batch");
        } else if (tier != options.tier() || tier != ServiceTier.STANDARD) {
            settings.put("tier", tier.word());
        }
        if (isCached(leading + behind)) {
            settings.put("cache", variant.cached() ? "auto" : "off");
        }
        return settings;
    }

    private Optional<Usd> cost(ServiceTier tier, TokenForecast tokens, Variant variant, double hits) {
        long prefix = !variant.cached() ? 0 : variant.fieldsLast() ? leading + behind : leading;
        long input = Math.max(tokens.input(), prefix);
        long read = (long) (hits * prefix);
        long written = rules.hasMarks() ? prefix - read : 0;
        var usage = new Usage(
                Optional.of(input),
                Optional.of(read),
                Optional.of(CacheWrites.of(written)),
                Optional.of(tokens.output()),
                Optional.empty(),
                Optional.empty());
        return price.at(tier).flatMap(p -> p.cost(usage));
    }
}
