package dev.rowan.cli.batch;

import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions.Stay;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `rowan batch poll`: asks for each job once and records what has ended.
@Command(
        name = "poll",
        description = "Ask for each job of a run once, record what has ended, and leave.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "For cron: exit code 0 or 4 when the run is complete, 6 while a batch service",
            "still works."
        })
final class PollCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final BatchCommandRun run = new BatchCommandRun();

    PollCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return run.resume(Stay.ONE_ROUND, List.of(), spec, shell);
    }
}
