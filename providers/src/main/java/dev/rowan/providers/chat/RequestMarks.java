package dev.rowan.providers.chat;

import java.util.Optional;

/// What a request carries that its answer does not depend on: marks for the prompt cache and the service tier.
public record RequestMarks(Optional<CacheMarks> cache, Optional<String> tier) {
    public static final RequestMarks NONE = new RequestMarks(Optional.empty(), Optional.empty());

    /// How a provider's cache is controlled.
    public enum CacheStyle {
        /// A block with `cache_control`.
        BLOCKS,
        /// `prompt_cache_options` and blocks with `prompt_cache_breakpoint`.
        EXPLICIT,
        /// Nothing but a key.
        KEY,
        /// A cache of the provider that holds the prefix, named by `key`: the request leaves the prefix out.
        CONTENT
    }

    /// The prefix to cache: the system prompt and the first `split` characters of the first message, `marked` if it
    /// is to be written, for an hour if `hourly`; and a key that routes requests with the same prefix.
    public record CacheMarks(CacheStyle style, boolean marked, boolean hourly, int split, Optional<String> key) {}

    /// The cache that stands for the prefix.
    public Optional<String> content() {
        return cache.filter(marks -> marks.style() == CacheStyle.CONTENT).flatMap(CacheMarks::key);
    }

    /// The characters of the first message in the marked prefix; 0 if it ends with the system prompt.
    public int split() {
        return cache.filter(CacheMarks::marked).map(CacheMarks::split).orElse(0);
    }

    /// Whether the mark is at the end of the system prompt.
    public boolean marksSystem() {
        return cache.filter(marks -> marks.marked() && marks.split() == 0).isPresent();
    }
}
