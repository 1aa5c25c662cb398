package dev.rowan.cli.command;

import dev.rowan.cli.terminal.Shell;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option `--artifacts` of commands that read batch files.
public final class ArtifactsOption {
    @Option(
            names = "--artifacts",
            paramLabel = "DIR",
            description = {
                "Directory of batch files, if the pipeline sets",
                "`run.artifacts`. Default: `artifacts` next to the",
                "landscape file."
            })
    private Optional<Path> folder = Optional.empty();

    public Path in(LandscapeAddress address, Shell shell) {
        return in(address, Optional.empty(), shell);
    }

    /// The same for a pipeline that may name a directory.
    public Path in(LandscapeAddress address, Optional<Path> byPipeline, Shell shell) {
        return ArtifactFolder.of(folder.or(() -> byPipeline), address, shell);
    }
}
