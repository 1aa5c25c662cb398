package dev.rowan.cli.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.run.RunRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `rowan run`: runs a pipeline and tells how it went.
@Command(
        name = "run",
        description = "Run a pipeline file.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/quickstart/pipeline.yaml --overwrite",
            "",
            "Ctrl-C lets rows on their way arrive, a second one stops at once; either way",
            "the sinks hold whole lines and the record is sealed."
        })
public final class RunCommand implements Callable<Integer> {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The pipeline file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Mixin
    private final LimitOption limit = new LimitOption();

    @Option(names = "--overwrite", description = "Replace output files that exist.")
    private boolean overwrite;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    public RunCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        RunRequest request = request();
        Shell surrounding = envFile.on(shell);
        Pipeline pipeline = PipelineLoader.load(file, surrounding);
        LandscapeAddress address = landscape.choose(pipeline, shell);
        return new Running(surrounding, report).run(pipeline, address, request);
    }

    private RunRequest request() {
        return new RunRequest(
                RowanVersion.number(),
                spec.root().commandLine().getParseResult().originalArgs(),
                System.getProperty("user.name", "unknown"),
                limit.rows(),
                overwrite ? Sink.Existing.OVERWRITE : Sink.Existing.REFUSE);
    }
}
