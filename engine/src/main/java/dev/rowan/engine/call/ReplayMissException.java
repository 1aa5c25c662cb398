package dev.rowan.engine.call;

/// A call of a replay has no recorded answer and may not be sent; the message says which and why.
public final class ReplayMissException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ReplayMissException(String message) {
        super(message);
    }
}
