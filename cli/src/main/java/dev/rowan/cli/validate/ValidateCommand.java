package dev.rowan.cli.validate;

import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.FailureReport;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.engine.feed.SourceSequence;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.json.JsonObject;
import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan validate`: checks a pipeline file as `run` does, including a local source file, and sends nothing.
@Command(
        name = "validate",
        description = "Validate a pipeline file and list all problems.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} examples/quickstart/pipeline.yaml"})
public final class ValidateCommand implements Runnable {
    private final Shell shell;

    @Parameters(paramLabel = "FILE", description = "Pipeline file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    public ValidateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        PipelineLoader.Loaded loaded = PipelineLoader.loadForRun(file, envFile.on(shell));
        Pipeline pipeline = loaded.pipeline();
        if (json) {
            shell.out().println(json(loaded).line());
            return;
        }
        loaded.printWarnings(shell);
        AnsiStyle paint = shell.screens().out().paint();
        shell.out().println(paint.green("ok") + "  " + SafeText.line(file.toString()));
        table(pipeline).lines("    ", shell.screens().out()).forEach(shell.out()::println);
    }

    private static Table table(Pipeline pipeline) {
        Table table = Table.of(Column.left(""), Column.left(""), Column.left(""), Column.path(""));
        pipeline.sources()
                .forEach(source -> table.row(
                        "source",
                        SafeText.line(source.name().orElse(source.plugin().name())),
                        onError(source.onError(), pipeline),
                        SafeText.line(source.source().describe())));
        pipeline.transforms()
                .forEach(node -> table.row(
                        pipeline.graph().nodes().get(node.index()).kind(),
                        SafeText.line(node.name()),
                        onError(node.onError(), pipeline),
                        ""));
        pipeline.sinks()
                .forEach(node -> table.row(
                        "sink",
                        SafeText.line(node.name()),
                        node.plugin().name(),
                        node.sink().file().map(f -> SafeText.line(f.toString())).orElse("")));
        return table;
    }

    private static String onError(OnError onError, Pipeline pipeline) {
        return switch (onError) {
            case OnError.ToNode(int node) ->
                "errors to " + SafeText.line(pipeline.graph().nodes().get(node).name());
            case OnError.ToSink(var sink) -> "errors to " + SafeText.line(sink);
            case OnError.Discard() -> "errors discarded";
            case OnError.Stay() -> "errors only in the landscape";
        };
    }

    private static String plugins(Pipeline pipeline) {
        return pipeline.sources().stream().map(source -> source.plugin().name()).collect(Collectors.joining(", "));
    }

    private JsonObject json(PipelineLoader.Loaded loaded) {
        Pipeline pipeline = loaded.pipeline();
        return JsonObject.object()
                .put("status", "ok")
                .put("file", file.toString())
                .put("name", pipeline.name())
                .put(
                        "source",
                        JsonObject.object()
                                .put("plugin", plugins(pipeline))
                                .put("input", new SourceSequence(pipeline.sources()).describe()))
                .put(
                        "transforms",
                        pipeline.transforms().stream()
                                .map(node -> JsonObject.object()
                                        .put("name", node.name())
                                        .put("plugin", node.plugin().name()))
                                .toList())
                .put(
                        "sinks",
                        pipeline.sinks().stream()
                                .map(node -> JsonObject.object()
                                        .put("name", node.name())
                                        .put("plugin", node.plugin().name())
                                        .put("file", node.sink().file().map(Path::toString)))
                                .toList())
                .put(
                        "warnings",
                        loaded.warnings().stream().map(FailureReport::json).toList());
    }
}
