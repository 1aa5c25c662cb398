package dev.rowan.api.call;

import java.util.Optional;

/// What a call may use, known before it is sent.
///
/// `inputTokens` and `outputTokens` are a fair guess, for the pace. `maxTokens` is the most it can use in all,
/// and is what a declared limit of tokens sets aside. `worst` is the most it can cost, and is what the budget
/// sets aside; empty means that the price is unknown. `likely` is what it will probably cost, for forecasts.
public record Estimate(long inputTokens, long outputTokens, long maxTokens, Optional<Usd> worst, Optional<Usd> likely) {
    /// A call that costs nothing and uses no tokens.
    public static final Estimate FREE = new Estimate(0, 0, Optional.of(Usd.ZERO), Optional.of(Usd.ZERO));

    public Estimate {
        if (inputTokens < 0 || outputTokens < 0) {
            throw new IllegalArgumentException("tokens are not negative");
        }
        maxTokens = Math.max(maxTokens, inputTokens + outputTokens);
    }

    /// A call that uses no more tokens than it probably will.
    public Estimate(long inputTokens, long outputTokens, Optional<Usd> worst, Optional<Usd> likely) {
        this(inputTokens, outputTokens, 0, worst, likely);
    }

    public long tokens() {
        return inputTokens + outputTokens;
    }
}
