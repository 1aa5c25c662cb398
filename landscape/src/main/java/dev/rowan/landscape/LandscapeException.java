package dev.rowan.landscape;

/// The audit database cannot be used: it says what was expected, what was found and what to do.
public sealed class LandscapeException extends RuntimeException
        permits LandscapeNotFoundException, RunRefusedException {
    private static final long serialVersionUID = 1L;

    public LandscapeException(String message) {
        super(message);
    }

    public LandscapeException(String message, Throwable cause) {
        super(message, cause);
    }
}
