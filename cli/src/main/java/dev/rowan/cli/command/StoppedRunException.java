package dev.rowan.cli.command;

import dev.rowan.engine.run.RunDefect;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run that stopped with an error. `statusCommand` shows its progress, `resumeCommand` resumes it if possible.
public final class StoppedRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String runId;
    private final String statusCommand;
    private final @Nullable String resumeCommand;

    public StoppedRunException(RunDefect defect, String statusCommand, @Nullable String resumeCommand) {
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

    Optional<String> resumeCommand() {
        return Optional.ofNullable(resumeCommand);
    }
}
