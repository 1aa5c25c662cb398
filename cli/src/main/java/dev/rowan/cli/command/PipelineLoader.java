package dev.rowan.cli.command;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.FieldCheck;
import dev.rowan.engine.pipeline.MissingFiles;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.pipeline.PromptWarnings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a pipeline file and assembles it from the plugins on the class path.
public final class PipelineLoader {
    private PipelineLoader() {}

    /// A pipeline and the warnings about its file.
    public record Loaded(Pipeline pipeline, List<Problem> warnings) {
        public Loaded {
            warnings = List.copyOf(warnings);
        }

        /// Prints every warning on standard error.
        public void printWarnings(Shell shell) {
            warnings.forEach(warning -> shell.err().println("warning: " + SafeText.line(warning.toString())));
        }
    }

    private record Assembled(Pipeline pipeline, ConfigNode root, Path folder, Problems problems) {}

    /// The pipeline in `file`; a [ConfigException] has every problem. Files and sources that it names are not checked:
    /// the run may be over and its input gone.
    public static Pipeline load(Path file, Shell shell) {
        return assemble(file, shell).pipeline();
    }

    /// The pipeline in `file` for a new run, with its warnings; a [ConfigException] has every problem, also of the
    /// source and the files that it names.
    public static Loaded loadForRun(Path file, Shell shell) {
        Assembled assembled = assemble(file, shell);
        FieldCheck.check(assembled.pipeline, assembled.root, assembled.problems);
        MissingFiles.check(
                assembled.pipeline,
                assembled.root,
                new MissingFiles.Folders(assembled.folder, shell.folder(), shell.variable("PATH")),
                assembled.problems);
        assembled.problems.throwIfAny();
        var warnings = new ArrayList<>(assembled.problems.warnings());
        warnings.addAll(PromptWarnings.of(assembled.pipeline, assembled.root));
        return new Loaded(assembled.pipeline, warnings);
    }

    private static Assembled assemble(Path file, Shell shell) {
        Path path = shell.folder().resolve(file);
        var problems = new Problems();
        PipelineFile read = PipelineFile.read(path, shell.environment(), problems)
                .orElseThrow(() -> new ConfigException(problems.list()));
        var origin = new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(path));
        Pipeline pipeline = PipelineAssembly.assemble(read.root(), origin, PluginCatalog.load(), problems);
        return new Assembled(pipeline, read.root(), read.base(), problems);
    }
}
