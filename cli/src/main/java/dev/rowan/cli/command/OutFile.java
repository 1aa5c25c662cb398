package dev.rowan.cli.command;

import dev.rowan.cli.terminal.Shell;
import java.nio.file.Path;
import java.util.Optional;

/// The target of an option such as `--out`.
public final class OutFile {
    private static final Path STANDARD_OUTPUT = Path.of("-");

    private OutFile() {}

    /// The file; empty for standard output, which is `-` or no option.
    public static Optional<Path> of(Optional<Path> option, Shell shell) {
        return option.filter(path -> !path.equals(STANDARD_OUTPUT)).map(shell.folder()::resolve);
    }
}
