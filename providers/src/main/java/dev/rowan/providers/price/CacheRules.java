package dev.rowan.providers.price;

import dev.rowan.providers.reply.JsonTree;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/// The prompt cache of a model: how it is controlled, the shortest prefix it keeps, and its prices as shares of the
/// input price. `contents` is the shortest prefix of explicit caches, which are created apart from requests and paid by
/// the hour; empty if there are none.
public record CacheRules(
        Control control,
        long minimum,
        BigDecimal read,
        BigDecimal write,
        Optional<BigDecimal> hourWrite,
        Optional<Long> contents) {
    public static final CacheRules NONE = new CacheRules(
            Control.NONE, Long.MAX_VALUE, BigDecimal.ONE, BigDecimal.ONE, Optional.empty(), Optional.empty());

    /// How requests control the cache.
    public enum Control {
        /// There is none, or none is known.
        NONE,
        /// The provider caches by itself and asks nothing for writes.
        AUTOMATIC,
        /// Blocks with `cache_control` end a cached prefix (Anthropic).
        BLOCKS,
        /// Blocks with `prompt_cache_breakpoint`; without `prompt_cache_options` the provider chooses, and charges
        /// for it (OpenAI since GPT-5.6).
        EXPLICIT
    }

    static CacheRules of(JsonTree entry) {
        return new CacheRules(
                Control.valueOf(entry.at("control").text().orElseThrow().toUpperCase(Locale.ROOT)),
                entry.at("minimum").count().orElseThrow(),
                entry.at("read").number().orElseThrow(),
                entry.at("write").number().orElse(BigDecimal.ONE),
                entry.at("write_1h").number(),
                entry.at("contents_minimum").count());
    }

    /// Whether requests can mark where a cached prefix ends.
    public boolean hasMarks() {
        return control == Control.BLOCKS || control == Control.EXPLICIT;
    }
}
