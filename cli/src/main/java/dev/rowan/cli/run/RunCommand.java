package dev.rowan.cli.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.Outside;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.command.StoppedRun;
import dev.rowan.cli.command.UseException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.StopSignals;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunDefect;
import dev.rowan.engine.run.RunRequest;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.Landscape;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalLong;
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

    @Option(names = "--limit", paramLabel = "N", description = "Stop after N rows (exit code 5 if there are more).")
    private Optional<Long> limit = Optional.empty();

    @Option(names = "--overwrite", description = "Replace output files that exist.")
    private boolean overwrite;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress and no summary, only errors.")
    private boolean quiet;

    public RunCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        RunRequest request = request();
        Shell surrounding = envFile.on(shell);
        Pipeline pipeline = PipelineLoader.load(file, surrounding);
        LandscapeAddress address = landscape.choose(pipeline, shell);
        var random = new SecureRandom();
        try (Landscape opened = address.open(shell.time(), random, shell.faults());
                Outside outside = Outside.of(pipeline, surrounding)) {
            var run = new PipelineRun(pipeline, opened, request, outside.surroundings(), shell.time(), random);
            try {
                RunResult result = watched(run, pipeline);
                ExitCode code =
                        ExitCode.of(result.status(), result.counts().outcomes().keySet());
                tell(new EndedRun(result, pipeline, opened.describe(), code), opened, address);
                return code.number();
            } catch (RunDefect defect) {
                String where = address.finding(opened.describe(), shell).option();
                throw new StoppedRun(defect, shell.program() + " status " + run.runId() + where);
            }
        }
    }

    private void tell(EndedRun ended, Landscape opened, LandscapeAddress address) {
        if (json) {
            shell.out().println(EndedRunJson.of(ended).line());
        } else if (!quiet) {
            var next = NextCommands.of(ended, opened, address.finding(opened.describe(), shell), shell);
            new EndedRunText(ended, shell).lines(next).forEach(shell.out()::println);
        }
    }

    private RunRequest request() {
        if (limit.isPresent() && limit.get() < 1) {
            throw new UseException("--limit must be at least 1, got " + limit.get());
        }
        return new RunRequest(
                RowanVersion.number(),
                spec.root().commandLine().getParseResult().originalArgs(),
                System.getProperty("user.name", "unknown"),
                limit.map(OptionalLong::of).orElse(OptionalLong.empty()),
                overwrite ? Sink.Existing.OVERWRITE : Sink.Existing.REFUSE);
    }

    private RunResult watched(PipelineRun run, Pipeline pipeline) throws IOException, InterruptedException {
        try (var display = ProgressDisplay.open(shell, pipeline.name(), run::progress, quiet);
                var _ = StopSignals.listen(new StopRequest(run, display))) {
            return run.run();
        }
    }
}
