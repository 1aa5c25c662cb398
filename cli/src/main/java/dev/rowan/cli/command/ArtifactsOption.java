package dev.rowan.cli.command;

import dev.rowan.cli.terminal.Shell;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Where a command that only reads the landscape finds the files of batches.
public final class ArtifactsOption {
    @Option(
            names = "--artifacts",
            paramLabel = "DIR",
            description = {
                "Where the files of batches are, if the pipeline named",
                "it in `run.artifacts`. Default: `artifacts` beside the",
                "landscape's file."
            })
    private Optional<Path> folder = Optional.empty();

    public Path in(LandscapeAddress address, Shell shell) {
        return in(address, Optional.empty(), shell);
    }

    /// The same, where the pipeline may have named a folder.
    public Path in(LandscapeAddress address, Optional<Path> byPipeline, Shell shell) {
        return ArtifactFolder.of(folder.or(() -> byPipeline), address, shell);
    }
}
