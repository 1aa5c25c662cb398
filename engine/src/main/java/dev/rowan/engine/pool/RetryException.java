package dev.rowan.engine.pool;

import java.time.Duration;

/// An attempt failed in a way that another one may not, and that says nothing about the service's limit. The
/// task is ready again after `delay`; how often is its own affair. Carries no stack trace: it is no defect.
public final class RetryException extends Exception {
    private static final long serialVersionUID = 1;

    private final Duration delay;

    public RetryException(Duration delay) {
        super("another attempt in " + delay, null, false, false);
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay must not be negative, got " + delay);
        }
        this.delay = delay;
    }

    public Duration delay() {
        return delay;
    }
}
