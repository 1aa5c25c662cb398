package dev.rowan.engine.run;

import java.util.Optional;

/// A run that could not go on: its cause is what broke, and what was recorded until then stays.
public final class RunDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String runId;

    RunDefect(String runId, Throwable cause) {
        super("run " + runId + " stopped: " + words(cause), cause);
        this.runId = runId;
    }

    public String runId() {
        return runId;
    }

    /// What broke, in words: its message, or its kind where it has none.
    static String words(Throwable defect) {
        return Optional.ofNullable(defect.getMessage()).orElseGet(defect::toString);
    }
}
