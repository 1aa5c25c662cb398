package dev.rowan.landscape;

/// The audit database cannot be reached for now: its server is down or restarting, has no connection left, or
/// ended ours. What was asked may succeed when it is tried again.
public final class LandscapeUnreachableException extends LandscapeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /// `reason` is what the server or the network said.
    public LandscapeUnreachableException(String message, String reason, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
