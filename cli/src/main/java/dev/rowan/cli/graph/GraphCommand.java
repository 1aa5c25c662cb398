package dev.rowan.cli.graph;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.config.ConfigException;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.web.picture.PictureSvg;
import dev.rowan.web.picture.Sketch;
import dev.rowan.web.pipeline.PipelineText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan graph`: draws a pipeline file, and what of it can be drawn when it has problems.
@Command(
        name = "graph",
        description = "Draw a pipeline file as an SVG picture.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/moderation/pipeline.yaml -o moderation.svg",
            "",
            "A file with problems is drawn as far as it can be read; the problems are",
            "listed on standard error, and the exit code is 1."
        })
public final class GraphCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "FILE", description = "The pipeline file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE.svg",
            description = "Write the picture to a file; without it, to standard output.")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    public GraphCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        PipelineText read = new PipelineLook(file, envFile.on(shell)).read();
        Optional<Sketch> sketch = read.sketch();
        if (sketch.isPresent()) {
            draw(sketch.get());
        }
        if (!read.problems().isEmpty()) {
            throw new ConfigException(read.problems());
        }
        return ExitCode.OK.number();
    }

    private void draw(Sketch sketch) throws IOException {
        byte[] picture = PictureSvg.file(sketch).getBytes(UTF_8);
        if (out.isEmpty()) {
            shell.out().write(picture, 0, picture.length);
            shell.out().flush();
            return;
        }
        Files.write(shell.folder().resolve(out.get()), picture);
    }
}
