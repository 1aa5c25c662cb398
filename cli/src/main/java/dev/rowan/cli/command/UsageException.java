package dev.rowan.cli.command;

/// A usage error; the message says what to do instead.
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
