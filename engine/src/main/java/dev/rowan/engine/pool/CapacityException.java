package dev.rowan.engine.pool;

import dev.rowan.api.call.RateHints;

/// The service had no capacity for an attempt: 429, 503 or 529. It slows the throttle, and the row is retried until
/// its retry budget ends. Carries no stack trace: it is no defect, and there may be many.
public final class CapacityException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient RateHints hints;

    public CapacityException(int status, RateHints hints) {
        super("the service is out of capacity (" + status + ")", null, false, false);
        this.status = status;
        this.hints = hints;
    }

    public int status() {
        return status;
    }

    public RateHints hints() {
        return hints;
    }
}
