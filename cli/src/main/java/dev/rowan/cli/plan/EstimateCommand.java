package dev.rowan.cli.plan;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.plan.Forecaster;
import dev.rowan.engine.plan.PipelinePlanner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan estimate`: estimates calls, tokens, cost and time of a run without sending anything.
@Command(
        name = "estimate",
        description = "Estimate calls, tokens, cost and time of a run. Nothing is sent.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} examples/moderation/pipeline.yaml --latency 800ms"})
public final class EstimateCommand implements Callable<Integer> {
    private static final dev.rowan.api.config.Option<Duration> LATENCY =
            dev.rowan.api.config.Option.duration("latency");

    private final Shell shell;

    @Parameters(paramLabel = "FILE", description = "Pipeline file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = {"Number of rows to sample; totals are extrapolated.", "Default: 10000."})
    private long rows = 10_000;

    @Option(names = "--limit", paramLabel = "N", description = "Estimate a run that stops after N rows.")
    private Optional<Long> limit = Optional.empty();

    @Option(names = "--latency", paramLabel = "TIME", description = "Assumed latency of a call. Default: 2s.")
    private String latency = "2s";

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--json", description = "Print the estimate as one JSON object.")
    private boolean json;

    public EstimateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Forecaster.Asked asked = asked();
        Shell withEnv = envFile.on(shell);
        Pipeline pipeline = PipelineLoader.load(file, withEnv);
        try (CliEnvironment environment = CliEnvironment.of(pipeline, withEnv);
                PipelinePlanner planner = PipelinePlanner.open(pipeline, environment.environment(), shell.time())) {
            var estimate = new EstimatedRun(
                    pipeline.name(),
                    Forecaster.of(pipeline, planner, asked),
                    asked.latency(),
                    planner.simulated(),
                    planner.missing());
            if (json) {
                shell.out().println(EstimateJson.of(estimate).line());
            } else {
                new EstimateText(estimate, shell.screens().out()).lines().forEach(shell.out()::println);
            }
        }
        return 0;
    }

    private Forecaster.Asked asked() {
        atLeastOne("--rows", rows);
        limit.ifPresent(given -> atLeastOne("--limit", given));
        return new Forecaster.Asked(rows, limit.map(OptionalLong::of).orElse(OptionalLong.empty()), latency());
    }

    private static void atLeastOne(String option, long given) {
        if (given < 1) {
            throw new UsageException(option + " must be at least 1, got " + given);
        }
    }

    /// A duration as in settings: `800ms`, `2s`.
    private Duration latency() {
        var problems = new Problems();
        return Section.check(
                        ConfigNode.of(Map.of(LATENCY.name(), latency)), Options.of(LATENCY), shell.folder(), problems)
                .map(section -> section.get(LATENCY))
                .orElseThrow(() -> new UsageException(
                        "--latency " + problems.list().getFirst().message()));
    }
}
