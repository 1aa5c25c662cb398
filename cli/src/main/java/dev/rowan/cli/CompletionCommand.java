package dev.rowan.cli;

import dev.rowan.cli.terminal.Shell;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `rowan completion`: prints a completion script for bash and zsh.
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        footer = {
            "",
            "Example:",
            "  source <(${COMMAND-FULL-NAME})",
            "",
            "Enables completion in the current shell. Add the line to ~/.bashrc or",
            "~/.zshrc to keep it."
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
