package dev.rowan.engine.transform;

/// A transform broke: what it threw is carried to the run's caller, with the node and row it happened at.
public final class TransformDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransformDefect(String message, Throwable cause) {
        super(message, cause);
    }
}
