package dev.rowan.cli.command;

import dev.rowan.cli.terminal.Shell;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option `--env-file` of every command that reads a pipeline file.
public final class EnvFileOption {
    @Option(
            names = "--env-file",
            paramLabel = "FILE",
            description = {
                "A file with NAME=VALUE lines, for $${NAME} in the",
                "pipeline and for keys. What the shell sets wins."
            })
    private Optional<Path> file = Optional.empty();

    /// The shell with the variables of the file beside its own; a variable that the shell sets stays as it is.
    public Shell on(Shell shell) {
        return file.map(name -> shell.withDefaults(EnvFile.read(shell.folder().resolve(name))))
                .orElse(shell);
    }
}
