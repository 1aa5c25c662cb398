package dev.rowan.api.call;

import java.util.Optional;

/// What a call may use, estimated before it is sent.
///
/// `inputTokens` and `outputTokens` are the expected usage, for the rate limiter. `maxTokens` is the maximum,
/// reserved against a declared token limit. `worst` is the maximum cost, reserved against the budget; empty if the
/// price is unknown. `likely` is the expected cost, for forecasts.
public record Estimate(long inputTokens, long outputTokens, long maxTokens, Optional<Usd> worst, Optional<Usd> likely) {
    public Estimate {
        if (inputTokens < 0 || outputTokens < 0) {
            throw new IllegalArgumentException("tokens are not negative");
        }
        maxTokens = Math.max(maxTokens, inputTokens + outputTokens);
    }

    public long tokens() {
        return inputTokens + outputTokens;
    }
}
