package dev.rowan.cli.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.flink.EngineOption;
import dev.rowan.cli.flink.EngineOption.FlinkEngine;
import dev.rowan.cli.forecast.ForecastedRun;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The parameters and options of commands that run a pipeline file.
public final class RunFile {
    @Parameters(paramLabel = "FILE", description = "Pipeline file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Mixin
    private final LimitOption limit = new LimitOption();

    @Option(names = "--overwrite", description = "Overwrite existing output files.")
    private boolean overwrite;

    @Mixin
    private final SinceOption since = new SinceOption();

    @Option(
            names = "--forecast",
            description = {
                "Estimate the run first and record the forecast; the",
                "summary and `status` compare it with the actual figures."
            })
    private boolean forecast;

    @Mixin
    private final AbandonOption abandon = new AbandonOption();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    /// Runs it; `stay` is how long to wait for batches.
    public int run(Shell shell, CommandSpec spec, BatchOptions.Stay stay) throws IOException, InterruptedException {
        return run(shell, spec, stay, new ObserveOptions());
    }

    /// The same, with the observers that `observe` asks for.
    int run(Shell shell, CommandSpec spec, BatchOptions.Stay stay, ObserveOptions observe)
            throws IOException, InterruptedException {
        return run(shell, spec, stay, observe, new EngineOption());
    }

    /// The same, with the rows processed where `engine` says.
    int run(Shell shell, CommandSpec spec, BatchOptions.Stay stay, ObserveOptions observe, EngineOption engine)
            throws IOException, InterruptedException {
        RunRequest request = RunExecutor.request(
                spec,
                limit.rows(),
                overwrite ? Sink.Existing.OVERWRITE : Sink.Existing.REFUSE,
                new RunStartMode.Fresh(),
                new BatchOptions(stay, List.of(), false, false));
        Shell withEnv = envFile.on(shell);
        PipelineLoader.Loaded loaded = PipelineLoader.loadForRun(file, withEnv);
        loaded.printWarnings(shell);
        Pipeline pipeline = loaded.pipeline();
        LandscapeAddress address = landscape.choose(pipeline, shell);
        RunRequest abandoning = request.abandoning(abandon.ids(address));
        Optional<FlinkEngine> flink = engine.choose(address, withEnv, observe, Optional.empty());
        if (flink.isPresent() && since.isGiven()) {
            throw new UsageException("--since is not available with --engine flink; run without --engine");
        }
        RunRequest expected = forecast
                ? abandoning.with(
                        ForecastedRun.forecast(PipelineLoader.load(file, withEnv), limit.rows(), address, withEnv))
                : abandoning;
        RunRequest whole =
                since.find(pipeline.name(), address, shell).map(expected::since).orElse(expected);
        var executor = new RunExecutor(withEnv, report, observe);
        return flink.isPresent()
                ? executor.run(pipeline, address, whole, flink.get())
                : executor.run(pipeline, address, whole);
    }
}
