package dev.rowan.engine.run;

/// A run that could not go on: its cause is what broke, and what was recorded until then stays.
public final class RunDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String runId;

    RunDefect(String runId, Throwable cause) {
        super("run " + runId + " stopped: " + cause.getMessage(), cause);
        this.runId = runId;
    }

    public String runId() {
        return runId;
    }
}
