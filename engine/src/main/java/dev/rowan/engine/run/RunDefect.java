package dev.rowan.engine.run;

import java.util.Optional;

/// A run that failed; its record up to then stays.
public final class RunDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String runId;

    RunDefect(String runId, Throwable cause) {
        super("run " + runId + " stopped: " + text(cause), cause);
        this.runId = runId;
    }

    public String runId() {
        return runId;
    }

    /// The message of the failure, or its class if it has none.
    static String text(Throwable defect) {
        return Optional.ofNullable(defect.getMessage()).orElseGet(defect::toString);
    }
}
