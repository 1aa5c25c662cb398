package dev.rowan.engine.transform;

/// A transform threw: carries the cause to the run's caller, with the node and row.
public final class TransformDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransformDefect(String message, Throwable cause) {
        super(message, cause);
    }
}
