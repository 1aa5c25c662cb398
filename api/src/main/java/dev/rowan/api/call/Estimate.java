package dev.rowan.api.call;

import java.util.Optional;

/// What a call may use, known before it is sent.
///
/// `inputTokens` and `outputTokens` are a fair guess, for the pace. `worst` is the most it can cost, and is what the
/// budget sets aside; empty means that the price is unknown. `likely` is what it will probably cost, for forecasts.
public record Estimate(long inputTokens, long outputTokens, Optional<Usd> worst, Optional<Usd> likely) {
    /// A call that costs nothing and uses no tokens.
    public static final Estimate FREE = new Estimate(0, 0, Optional.of(Usd.ZERO), Optional.of(Usd.ZERO));

    public Estimate {
        if (inputTokens < 0 || outputTokens < 0) {
            throw new IllegalArgumentException("tokens are not negative");
        }
    }

    public long tokens() {
        return inputTokens + outputTokens;
    }
}
