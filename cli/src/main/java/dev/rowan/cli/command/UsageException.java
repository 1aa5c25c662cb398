package dev.rowan.cli.command;

/// A command that cannot be done as it was given; the message says what to do instead.
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
