package dev.rowan.cli.command;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problems;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.nio.file.Path;
import java.util.Optional;

/// Reads a pipeline file and assembles it from the plugins on the class path.
public final class PipelineLoader {
    private PipelineLoader() {}

    /// The pipeline in `file`; a [ConfigException] has every problem of its text and of its settings.
    public static Pipeline load(Path file, Shell shell) {
        Path place = shell.folder().resolve(file);
        var problems = new Problems();
        PipelineFile read = PipelineFile.read(place, shell.environment(), problems)
                .orElseThrow(() -> new ConfigException(problems.list()));
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(place));
        return PipelineAssembly.assemble(read.root(), origin, PluginCatalog.load(), problems);
    }
}
