package dev.rowan.transforms.extract;

import dev.rowan.api.Time;
import java.io.IOException;
import java.time.Duration;

/// The end of the time for a document. The libraries know no timeout, so what they read from checks it, and
/// [ParserThreads] leaves behind what does not end. Owned by the thread that parses.
final class Deadline {
    private final Time time;
    private final Duration limit;
    private final long end;
    private boolean reported;

    Deadline(Time time, Duration limit) {
        this.time = time;
        this.limit = limit;
        this.end = time.nanos() + limit.toNanos();
    }

    Duration limit() {
        return limit;
    }

    void check() throws ExceededException {
        if (time.nanos() - end > 0) {
            reported = true;
            throw new ExceededException();
        }
    }

    /// Whether a check has failed: a library may continue from there, and fail with an error of its own.
    boolean isReported() {
        return reported;
    }

    Extraction exceeded() {
        return Extraction.failed(
                "extraction_timeout",
                "the document took longer than " + limit.toMillis() / 1_000.0 + " s; raise 'timeout', or split it");
    }

    static final class ExceededException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
