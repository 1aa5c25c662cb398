package dev.rowan.connectors.file;

import dev.rowan.api.Reason;
import java.io.IOException;

/// A part cannot be decoded any further: what follows in it is lost, and what was read before is not affected.
final class BrokenInputException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Reason reason;

    BrokenInputException(Reason reason) {
        super(reason.message());
        this.reason = reason;
    }

    BrokenInputException(Reason reason, Throwable cause) {
        super(reason.message(), cause);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
