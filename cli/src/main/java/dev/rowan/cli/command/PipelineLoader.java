package dev.rowan.cli.command;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.pipeline.PromptWarnings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Reads a pipeline file and assembles it from the plugins on the class path.
public final class PipelineLoader {
    private PipelineLoader() {}

    /// A pipeline, and what is not wrong in its file but probably not meant.
    public record Loaded(Pipeline pipeline, List<Problem> warnings) {
        public Loaded {
            warnings = List.copyOf(warnings);
        }

        /// Prints every warning on standard error.
        public void printWarnings(Shell shell) {
            warnings.forEach(warning -> shell.err().println("warning: " + SafeText.line(warning.toString())));
        }
    }

    /// The pipeline in `file`; a [ConfigException] has every problem of its text and of its settings.
    public static Pipeline load(Path file, Shell shell) {
        return loadWithWarnings(file, shell).pipeline();
    }

    public static Loaded loadWithWarnings(Path file, Shell shell) {
        Path place = shell.folder().resolve(file);
        var problems = new Problems();
        PipelineFile read = PipelineFile.read(place, shell.environment(), problems)
                .orElseThrow(() -> new ConfigException(problems.list()));
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(place));
        Pipeline pipeline = PipelineAssembly.assemble(read.root(), origin, PluginCatalog.load(), problems);
        return new Loaded(pipeline, PromptWarnings.of(pipeline, read.root()));
    }
}
