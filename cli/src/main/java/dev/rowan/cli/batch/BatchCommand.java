package dev.rowan.cli.batch;

import dev.rowan.cli.terminal.Shell;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `rowan batch`: lists the batch commands.
@Command(
        name = "batch",
        description = "Submit, watch, list and manage the batch jobs of runs.",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} list",
            "",
            "A transform with `mode: batch` sends its calls through the provider's batch",
            "service: cheaper, and answered within a day. Waiting rows are recorded in the",
            "landscape, so you can exit and resume at any time."
        })
public final class BatchCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private BatchCommand() {}

    /// The command with its subcommands.
    public static CommandLine of(Shell shell) {
        return new CommandLine(new BatchCommand())
                .addSubcommand(new SubmitCommand(shell))
                .addSubcommand(new PollCommand(shell))
                .addSubcommand(new WatchCommand(shell))
                .addSubcommand(new ListCommand(shell))
                .addSubcommand(new ShowCommand(shell))
                .addSubcommand(new RetryJobsCommand(shell))
                .addSubcommand(new CancelCommand(shell))
                .addSubcommand(new DownloadCommand(shell))
                .addSubcommand(new AdoptCommand(shell))
                .addSubcommand(new ResubmitCommand(shell));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
