package dev.rowan.landscape;

/// The audit database cannot be used. The message says what was expected, what was found and what to do.
public sealed class LandscapeException extends RuntimeException
        permits LandscapeNotFoundException, LandscapeUnreachableException, RunRefusedException {
    private static final long serialVersionUID = 1L;

    public LandscapeException(String message) {
        super(message);
    }

    public LandscapeException(String message, Throwable cause) {
        super(message, cause);
    }

    /// A copy to throw on another thread, with this one as its cause.
    public LandscapeException forAnotherThread() {
        String message = String.valueOf(getMessage());
        return this instanceof LandscapeUnreachableException lost
                ? new LandscapeUnreachableException(message, lost.reason(), this)
                : new LandscapeException(message, this);
    }
}
