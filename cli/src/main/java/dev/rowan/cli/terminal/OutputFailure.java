package dev.rowan.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/// A failed write to standard output.
public final class OutputFailure extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private final String message;
    private final IOException failed;

    OutputFailure(IOException failed) {
        this("cannot write to standard output: " + failed.getMessage(), failed);
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

    /// The same failure with a hint.
    public OutputFailure withHint(String hint) {
        return new OutputFailure(message + "; " + hint, failed);
    }

    /// Whether the reader closed the pipe, as `head` does: not an error.
    public boolean isClosedPipe() {
        return String.valueOf(failed.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
    }
}
