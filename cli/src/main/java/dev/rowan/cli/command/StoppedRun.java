package dev.rowan.cli.command;

import dev.rowan.engine.run.RunDefect;

/// A run that could not go on; the cause is what broke it. `statusCommand` shows how far it came,
/// `resumeCommand` goes on with it.
public final class StoppedRun extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String runId;
    private final String statusCommand;
    private final String resumeCommand;

    public StoppedRun(RunDefect defect, String statusCommand, String resumeCommand) {
        super(defect.getMessage(), defect.getCause());
        this.runId = defect.runId();
        this.statusCommand = statusCommand;
        this.resumeCommand = resumeCommand;
    }

    String runId() {
        return runId;
    }

    String statusCommand() {
        return statusCommand;
    }

    String resumeCommand() {
        return resumeCommand;
    }
}
