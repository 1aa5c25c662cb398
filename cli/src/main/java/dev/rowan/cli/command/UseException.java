package dev.rowan.cli.command;

/// A command that cannot be done as it was given; the message says what to do instead.
public final class UseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UseException(String message) {
        super(message);
    }
}
