package dev.rowan.cli;

import dev.rowan.cli.terminal.Shell;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `rowan completion`: a script by which bash and zsh complete commands and options.
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        footer = {
            "",
            "Example:",
            "  source <(${COMMAND-FULL-NAME})",
            "",
            "The line above serves the shell it is typed in; put it in ~/.bashrc or ~/.zshrc to keep it."
        })
final class CompletionCommand implements Runnable {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    CompletionCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        shell.out().print(AutoComplete.bash("rowan", spec.root().commandLine()));
    }
}
