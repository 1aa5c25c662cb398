package dev.rowan.engine.pool;

import java.time.Duration;

/// An attempt failed, or was not sent, for a reason that a retry may fix and that says nothing about the service's
/// limit. The task is ready again after `delay`; it decides itself how often. An attempt that was not sent is still
/// bound by the retry budget of an earlier rate limit. Carries no stack trace: it is no defect.
public final class RetryException extends Exception {
    private static final long serialVersionUID = 1;

    private final Duration delay;
    private final boolean sent;

    public RetryException(Duration delay) {
        this(delay, true);
    }

    /// Another attempt after one that was not sent.
    public static RetryException notSent(Duration delay) {
        return new RetryException(delay, false);
    }

    private RetryException(Duration delay, boolean sent) {
        super("another attempt in " + delay, null, false, false);
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay must not be negative, got " + delay);
        }
        this.delay = delay;
        this.sent = sent;
    }

    public Duration delay() {
        return delay;
    }

    boolean isSent() {
        return sent;
    }
}
