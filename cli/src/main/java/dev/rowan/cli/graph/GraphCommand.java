package dev.rowan.cli.graph;

import dev.rowan.api.config.ConfigException;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.OutFile;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.json.JsonObject;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramSvg;
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

/// `rowan graph`: draws a pipeline file, as far as possible if it has problems.
@Command(
        name = "graph",
        description = "Draw a pipeline as an SVG diagram.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/moderation/pipeline.yaml -o moderation.svg",
            "",
            "A file with problems is drawn as far as possible; the problems are",
            "listed on standard error, and the exit code is 1."
        })
public final class GraphCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "FILE", description = "Pipeline file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE.svg",
            description = "Output file. Default: '-', standard output.")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--json", description = "Print one JSON object; includes the SVG unless --out is given.")
    private boolean json;

    public GraphCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        PipelineText read = new PipelinePreview(file, envFile.on(shell)).read();
        boolean hasProblems = !read.problems().isEmpty();
        Optional<Diagram> sketch = read.sketch();
        if (sketch.isPresent()) {
            draw(sketch.get(), hasProblems);
        }
        if (hasProblems) {
            throw new ConfigException(read.problems());
        }
        return ExitCode.OK.number();
    }

    /// Writes the diagram. With `--json`, a pipeline with problems prints only the error object.
    private void draw(Diagram sketch, boolean hasProblems) throws IOException {
        String picture = DiagramSvg.file(sketch);
        Optional<Path> target = OutFile.of(out, shell);
        if (target.isPresent()) {
            Files.writeString(target.get(), picture);
        }
        if (json && !hasProblems) {
            shell.out()
                    .println(JsonObject.object()
                            .put("status", "ok")
                            .put("file", target.map(Path::toString))
                            .put("svg", target.isPresent() ? null : picture)
                            .line());
        } else if (!json && target.isEmpty()) {
            shell.out().print(picture);
            shell.out().flush();
        }
    }
}
