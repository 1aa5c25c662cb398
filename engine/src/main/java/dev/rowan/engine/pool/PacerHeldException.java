package dev.rowan.engine.pool;

import java.time.Duration;

/// A request that the pacer had let in may not go yet: meanwhile the service asked to wait for `left`. Carries no
/// stack trace: it is no defect.
public final class PacerHeldException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Duration left;

    PacerHeldException(Duration left) {
        super("the service asked to wait for another " + left, null, false, false);
        this.left = left;
    }

    public Duration left() {
        return left;
    }
}
