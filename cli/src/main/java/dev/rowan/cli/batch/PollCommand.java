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

/// `rowan batch poll`: polls each job once and records finished results.
@Command(
        name = "poll",
        description = "Poll each job of a run once, record finished results, and exit.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "For cron: exit code 0 or 4 when the run is completed, 6 while batch jobs are",
            "running."
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
