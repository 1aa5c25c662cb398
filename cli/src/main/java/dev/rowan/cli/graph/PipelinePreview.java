package dev.rowan.cli.graph;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.config.PipelineFile;
import dev.rowan.web.pipeline.PipelineSource;
import dev.rowan.web.pipeline.PipelineText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A pipeline file with every problem that `rowan validate` finds; reloaded on each use.
public record PipelinePreview(Path file, Shell shell) implements PipelineSource {

    @Override
    public PipelineText read() {
        Path path = shell.folder().resolve(file);
        Optional<PipelineFile> read = PipelineFile.read(path, shell.environment(), new Problems());
        return new PipelineText(
                path.toString(),
                read.map(PipelineFile::text).orElseGet(() -> beginning(path)),
                read.map(PipelineFile::root),
                problems());
    }

    private List<Problem> problems() {
        try {
            PipelineLoader.loadForRun(file, shell);
            return List.of();
        } catch (ConfigException wrong) {
            return wrong.problems();
        }
    }

    /// The diagram of a file that is not a pipeline.
    private static String beginning(Path path) {
        try (var in = Files.newInputStream(path)) {
            return new String(in.readNBytes(1 << 16), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return "";
        }
    }
}
