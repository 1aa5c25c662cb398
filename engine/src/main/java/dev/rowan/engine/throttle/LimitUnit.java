package dev.rowan.engine.throttle;

/// The unit of a service's limit.
public enum LimitUnit {
    REQUESTS,
    TOKENS;

    /// The pause after a refusal, in intervals: a token bucket must refill enough for a large request.
    double pause() {
        return this == TOKENS ? 5 : 1;
    }

    /// The weight of one request; 1 if its tokens are not counted.
    double weight(Dispatch request) {
        return weight(request.tokens());
    }

    /// The weight of a request of so many tokens.
    public double weight(long tokens) {
        return switch (this) {
            case REQUESTS -> 1.0;
            case TOKENS -> Math.max(1.0, (double) tokens);
        };
    }
}
