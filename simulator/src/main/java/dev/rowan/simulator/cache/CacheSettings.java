package dev.rowan.simulator.cache;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.math.BigDecimal;
import java.util.Optional;

/// The `cache` section: whether prompts are cached, the chance that a prefix was evicted early, and whether the keys
/// of explicit caching are accepted.
public record CacheSettings(boolean on, double eviction, boolean acceptsKeys) {
    private static final Option<Boolean> ON =
            Option.bool("on").orElse(true).describedAs("whether long prompts are cached");
    private static final Option<BigDecimal> EVICTION = share("eviction")
            .orElse(BigDecimal.ZERO)
            .describedAs("the share of requests whose prefix was evicted early");
    private static final Option<Boolean> KEYS = Option.bool("accepts_keys")
            .orElse(true)
            .describedAs(
                    "whether prompt_cache_options and prompt_cache_breakpoint are accepted by models that have them");

    public static final Options OPTIONS = Options.of(ON, EVICTION, KEYS);
    public static final CacheSettings DEFAULT = new CacheSettings(true, 0, true);

    private static Option<BigDecimal> share(String name) {
        return Option.decimal(name, Optional.empty(), Optional.of(BigDecimal.ONE));
    }

    public static CacheSettings read(Section section) {
        return new CacheSettings(section.get(ON), section.get(EVICTION).doubleValue(), section.get(KEYS));
    }
}
