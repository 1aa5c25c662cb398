package dev.rowan.cli.forecast;

import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.plan.Forecast;
import dev.rowan.engine.plan.Forecaster;
import dev.rowan.engine.plan.NodeForecast;
import dev.rowan.engine.plan.PipelinePlanner;
import dev.rowan.engine.startup.RunForecast;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The forecast that a run is started with.
public final class ForecastedRun {
    private static final int SAMPLED_ROWS = 1_000;
    private static final Duration LATENCY = Duration.ofSeconds(2);

    private ForecastedRun() {}

    /// The forecast of a run that is about to start, by its first rows and what earlier runs used.
    public static RunForecast forecast(Pipeline pipeline, OptionalLong limit, LandscapeAddress address, Shell shell)
            throws IOException, InterruptedException {
        if (pipeline.transientSource().isPresent()) {
            throw new UsageException("--forecast reads the source twice, and standard input can be read only once");
        }
        var asked =
                new Forecaster.Asked(SAMPLED_ROWS, limit, LATENCY, RecordedUsage.of(pipeline, address, shell), false);
        try (CliEnvironment environment = CliEnvironment.of(pipeline, shell);
                PipelinePlanner planner = PipelinePlanner.open(pipeline, environment.environment(), shell.time())) {
            return of(Forecaster.of(pipeline, planner, asked));
        }
    }

    private static RunForecast of(Forecast forecast) {
        List<NodeForecast> nodes = forecast.nodes();
        return new RunForecast(
                forecast.scope().rows(),
                nodes.stream().mapToLong(node -> sent(node, node.calls())).sum(),
                nodes.stream().mapToLong(node -> sent(node, node.inputTokens())).sum(),
                nodes.stream()
                        .mapToLong(node -> sent(node, node.outputTokens()))
                        .sum(),
                forecast.unpriced() > 0 ? Optional.empty() : Optional.of(forecast.expectedCost()));
    }

    /// What is left of `all` if equal requests are sent once.
    private static long sent(NodeForecast node, long all) {
        return node.node().transform().sharesAnswers() ? Math.round(all * (1 - node.equalShare())) : all;
    }
}
