package dev.rowan.cli.graph;

import dev.rowan.api.config.ConfigException;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.OutFile;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramSvg;
import dev.rowan.web.pipeline.PipelineText;
import dev.rowan.web.pipeline.RunDiagram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan graph`: prints or draws the graph of a pipeline file, or of a run with the tokens on each edge.
@Command(
        name = "graph",
        description = "Show a pipeline or a run as a graph.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/moderation/pipeline.yaml -o moderation.svg",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "A run shows how many rows took each edge. A file with problems is",
            "drawn as SVG as far as possible; the problems are listed on standard",
            "error, and the exit code is 1."
        })
public final class GraphCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(
            paramLabel = "FILE|RUN",
            description = "Pipeline file, or run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String subject;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "text, mermaid, dot, json or svg. Default: text; svg with --out FILE.svg.")
    private Optional<String> format = Optional.empty();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Output file. Default: '-', standard output.")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object; includes the SVG unless --out is given.")
    private boolean json;

    public GraphCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Path file = Path.of(subject);
        if (!Files.exists(shell.folder().resolve(file)) && !subject.matches(".*\\.ya?ml")) {
            return ofRun();
        }
        return chosen() == GraphFormat.SVG ? draw(file) : print(GraphModel.of(load(file)));
    }

    private GraphFormat chosen() {
        boolean picture =
                json || out.filter(path -> path.toString().endsWith(".svg")).isPresent();
        return format.map(GraphFormat::of).orElse(picture ? GraphFormat.SVG : GraphFormat.TEXT);
    }

    private Pipeline load(Path file) {
        return PipelineLoader.loadForRun(file, envFile.on(shell)).pipeline();
    }

    private Integer ofRun() throws IOException {
        try (LandscapeReader reader = landscape.choose(shell).read()) {
            String runId = reader.runs().resolve(subject);
            RunStart declared = reader.runs().declared(runId);
            RunFlow flow = reader.runs().flow(runId);
            boolean running = reader.runs().summary(runId).status().equals(RunSummary.RUNNING);
            if (chosen() == GraphFormat.SVG && !json) {
                write(RunDiagram.svg(declared, flow, running));
                return ExitCode.OK.number();
            }
            return print(GraphModel.of(declared, flow, running));
        }
    }

    private Integer print(GraphModel graph) throws IOException {
        List<String> lines = switch (json ? GraphFormat.JSON : chosen()) {
            case TEXT -> GraphFormat.text(graph).stream().map(SafeText::line).toList();
            case MERMAID -> GraphFormat.mermaid(graph);
            case DOT -> GraphFormat.dot(graph);
            case JSON -> List.of(GraphFormat.json(graph).line());
            case SVG -> throw new IllegalStateException("a picture is no text");
        };
        Optional<Path> target = OutFile.of(out, shell);
        if (target.isPresent()) {
            Files.write(target.get(), lines);
        } else {
            lines.forEach(shell.out()::println);
        }
        return ExitCode.OK.number();
    }

    private void write(String picture) throws IOException {
        Optional<Path> target = OutFile.of(out, shell);
        if (target.isPresent()) {
            Files.writeString(target.get(), picture);
        } else {
            shell.out().print(picture);
            shell.out().flush();
        }
    }

    private Integer draw(Path file) throws IOException {
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
        if (!json || target.isPresent()) {
            write(picture);
        }
        if (json && !hasProblems) {
            shell.out()
                    .println(JsonObject.object()
                            .put("status", "ok")
                            .put("file", target.map(Path::toString))
                            .put("svg", target.isPresent() ? null : picture)
                            .line());
        }
    }
}
