package dev.rowan.engine.throttle;

/// The unit of a service's limit.
enum LimitUnit {
    REQUESTS,
    TOKENS;

    /// The pause after a refusal, in intervals: a token bucket must refill enough for a large request.
    double pause() {
        return this == TOKENS ? 5 : 1;
    }

    /// The weight of one request; 1 if its tokens are not counted.
    double weight(Dispatch request) {
        return switch (this) {
            case REQUESTS -> 1.0;
            case TOKENS -> Math.max(1.0, (double) request.tokens());
        };
    }
}
