package dev.rowan.simulator.answer;

/// Tokens in and out. `input` includes those in `cache`.
public record TokenUsage(long input, long output, CacheTokens cache) {
    public static final TokenUsage NONE = new TokenUsage(0, 0);

    public TokenUsage(long input, long output) {
        this(input, output, CacheTokens.NONE);
    }

    public TokenUsage with(CacheTokens tokens) {
        return new TokenUsage(Math.max(input, tokens.total()), output, tokens);
    }

    public TokenUsage plus(TokenUsage other) {
        return new TokenUsage(input + other.input, output + other.output, cache.plus(other.cache));
    }

    /// The input outside caches.
    public long fresh() {
        return input - cache.total();
    }

    public long total() {
        return input + output;
    }
}
