package dev.rowan.engine.throttle;

/// What a service counts against its limit.
enum Unit {
    REQUESTS,
    TOKENS;

    /// What one request weighs. A request whose tokens nobody counted weighs one.
    double weight(Dispatch request) {
        return switch (this) {
            case REQUESTS -> 1.0;
            case TOKENS -> Math.max(1.0, (double) request.tokens());
        };
    }
}
