package dev.rowan.engine.call;

/// A replay comes to something that is not on record: a call without an answer, which may not be sent, or other
/// branches at a join. The message says which and why.
public final class ReplayMissException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ReplayMissException(String message) {
        super(message);
    }
}
