package dev.rowan.simulator.answer;

/// Tokens in and out. `input` includes those in `cache`, `output` those of `reasoning`.
public record TokenUsage(long input, long output, CacheTokens cache, long reasoning) {
    public static final TokenUsage NONE = new TokenUsage(0, 0);

    public TokenUsage(long input, long output) {
        this(input, output, CacheTokens.NONE);
    }

    public TokenUsage(long input, long output, CacheTokens cache) {
        this(input, output, cache, 0);
    }

    public TokenUsage with(CacheTokens tokens) {
        return new TokenUsage(Math.max(input, tokens.total()), output, tokens, reasoning);
    }

    /// The same with so many tokens of reasoning more.
    public TokenUsage withReasoning(long tokens) {
        return new TokenUsage(input, output + tokens, cache, reasoning + tokens);
    }

    public TokenUsage plus(TokenUsage other) {
        return new TokenUsage(
                input + other.input, output + other.output, cache.plus(other.cache), reasoning + other.reasoning);
    }

    /// The input outside caches.
    public long fresh() {
        return input - cache.total();
    }

    public long total() {
        return input + output;
    }
}
