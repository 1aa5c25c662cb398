package dev.rowan.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/// A result that could not be written to standard output.
public final class OutputFailure extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private final String message;
    private final IOException failed;

    OutputFailure(IOException failed) {
        this("standard output cannot be written: " + failed.getMessage(), failed);
    }

    private OutputFailure(String message, IOException failed) {
        super(message, failed);
        this.message = message;
        this.failed = failed;
    }

    @Override
    public String getMessage() {
        return message;
    }

    /// The same failure, with what the reader can do about it.
    public OutputFailure withHint(String hint) {
        return new OutputFailure(message + "; " + hint, failed);
    }

    /// Whether the reader of a pipe has left, as `head` does: that is its choice, and no error to tell of.
    public boolean isClosedPipe() {
        return String.valueOf(failed.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
    }
}
