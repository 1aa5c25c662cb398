package dev.rowan.engine.throttle;

/// What a service counts against its limit.
enum LimitUnit {
    REQUESTS,
    TOKENS;

    /// The pause after a refusal, in intervals: a bucket of tokens must hold what a large request needs.
    double pause() {
        return this == TOKENS ? 5 : 1;
    }

    /// What one request weighs. A request whose tokens nobody counted weighs one.
    double weight(Dispatch request) {
        return switch (this) {
            case REQUESTS -> 1.0;
            case TOKENS -> Math.max(1.0, (double) request.tokens());
        };
    }
}
