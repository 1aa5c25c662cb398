package dev.rowan.engine.pool;

/// The pacer lets nobody in any more: the run stops. Carries no stack trace, since all who wait get one.
public final class PacerStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PacerStoppedException() {
        super("the run stops, nothing new is sent", null, false, false);
    }
}
