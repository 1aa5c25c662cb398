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
                "File of NAME=VALUE lines, for $${NAME} in the",
                "pipeline and for API keys. The environment wins."
            })
    private Optional<Path> file = Optional.empty();

    /// The shell with the file's variables added; variables set in the shell take precedence.
    public Shell on(Shell shell) {
        return file.map(name -> shell.withDefaults(EnvFile.read(shell.folder().resolve(name))))
                .orElse(shell);
    }
}
