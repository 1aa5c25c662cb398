package dev.rowan.providers.llm;

import dev.rowan.providers.reply.Rejection;
import java.util.Locale;
import java.util.stream.Stream;

/// Recognizes rejections of what a request carries for a cache or a tier: the same request without it may pass.
///
/// Bedrock answers marks for a model without a cache with status 403: `You invoked an unsupported model or your request
/// did not allow prompt caching`.
final class KeyRefusal {
    private static final int RATE_LIMITED = 429;

    private KeyRefusal() {}

    /// Whether the keys or marks of a prompt cache are refused.
    static boolean ofCache(Rejection rejection) {
        return says(rejection, "prompt_cache", "cache_control", "cachepoint", "cache point", "prompt caching");
    }

    /// Whether an explicit cache is refused: it has expired, or was deleted.
    static boolean ofContent(Rejection rejection) {
        return says(rejection, "cachedcontent", "cached content", "cached_content");
    }

    /// Whether the key of the tier itself is refused.
    static boolean ofTierKey(Rejection rejection) {
        return says(rejection, "service_tier", "service tier");
    }

    /// Whether `tier` is refused: there is no capacity in it, or not for this model. A rate limit is none.
    static boolean ofTier(Rejection rejection, String tier) {
        return says(
                        rejection,
                        "resource unavailable",
                        "resource_unavailable",
                        "service_tier",
                        "service tier",
                        "servicetier")
                || (rejection.status() != RATE_LIMITED && says(rejection, tier + " "));
    }

    private static boolean says(Rejection rejection, String... words) {
        String text = (rejection.code().orElse("") + " " + rejection.message() + " ").toLowerCase(Locale.ROOT);
        return Stream.of(words).anyMatch(text::contains);
    }
}
