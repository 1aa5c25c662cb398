package dev.rowan.landscape;

/// The audit database is temporarily unreachable: its server is down or restarting, has no free connection, or
/// closed ours. A retry may succeed.
public final class LandscapeUnreachableException extends LandscapeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /// `reason` is the error of the server or the network.
    public LandscapeUnreachableException(String message, String reason, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
