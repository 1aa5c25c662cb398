package dev.rowan.cli.plan;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.calibrate.CalibrationOptions;
import dev.rowan.cli.calibrate.CascadeAdvice;
import dev.rowan.cli.calibrate.GateCalibration;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.forecast.RecordedUsage;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.plan.Forecast;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `rowan estimate`: estimates calls, tokens, cost and time of a run without sending anything.
@Command(
        name = "estimate",
        description = {
            "Estimate calls, tokens, cost and time of a run, and list the ways to run it.",
            "Nothing is sent, except with --count exact and --calibrate."
        },
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} examples/moderation/pipeline.yaml --latency 800ms"})
public final class EstimateCommand implements Callable<Integer> {
    private static final dev.rowan.api.config.Option<Duration> LATENCY =
            dev.rowan.api.config.Option.duration("latency");

    private static final long ROWS = 10_000;

    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "Pipeline file.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = {"Number of rows to sample; totals are extrapolated.", "Default: 10000; 200 with --calibrate."
            })
    private Optional<Long> rows = Optional.empty();

    @Option(names = "--limit", paramLabel = "N", description = "Estimate a run that stops after N rows.")
    private Optional<Long> limit = Optional.empty();

    @Option(names = "--latency", paramLabel = "TIME", description = "Assumed latency of a call. Default: 2s.")
    private String latency = "2s";

    @Option(
            names = "--count",
            paramLabel = "HOW",
            description = {
                "How to count tokens: auto (recorded answers, else a",
                "tokenizer) or exact (the provider counts 100 prompts).",
                "Default: auto."
            })
    private String count = "auto";

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--apply", paramLabel = "N", description = "Print only the lines to change for option N.")
    private Optional<Integer> apply = Optional.empty();

    @Mixin
    private final CalibrationOptions calibration = new CalibrationOptions();

    @Option(names = "--json", description = "Print the estimate as one JSON object.")
    private boolean json;

    public EstimateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Shell withEnv = envFile.on(shell);
        checkNumbers();
        boolean exact = exact();
        Duration assumed = latency();
        Optional<String> gate = calibration.gate();
        if (gate.isPresent()) {
            LandscapeAddress address = landscape.choose(PipelineLoader.load(file, withEnv), withEnv);
            return new GateCalibration(file, gate.get(), calibration, json, withEnv).run(address, rows, spec);
        }
        Pipeline pipeline = PipelineLoader.load(file, withEnv);
        Forecaster.Asked asked = new Forecaster.Asked(
                rows.orElse(ROWS),
                limit.map(OptionalLong::of).orElse(OptionalLong.empty()),
                assumed,
                RecordedUsage.of(pipeline, landscape.toRead(pipeline, withEnv), withEnv),
                exact);
        try (CliEnvironment environment = CliEnvironment.of(pipeline, withEnv);
                PipelinePlanner planner = PipelinePlanner.open(pipeline, environment.environment(), shell.time())) {
            if (exact && !planner.missing().isEmpty()) {
                throw new UsageException("--count exact: " + planner.missing().getFirst());
            }
            Forecast forecast = Forecaster.of(pipeline, planner, asked);
            var estimate = new EstimatedRun(
                    pipeline.name(),
                    forecast,
                    asked.latency(),
                    planner.simulated(),
                    planner.missing(),
                    CascadeAdvice.of(pipeline, forecast, landscape.toRead(pipeline, withEnv)));
            if (apply.isPresent()) {
                new EstimateAdvice(estimate.forecast()).apply(apply.get()).forEach(shell.out()::println);
            } else if (json) {
                shell.out().println(EstimateJson.of(estimate).line());
            } else {
                new EstimateText(estimate, shell.screens().out()).lines().forEach(shell.out()::println);
            }
        }
        return 0;
    }

    private void checkNumbers() {
        rows.ifPresent(given -> atLeastOne("--rows", given));
        limit.ifPresent(given -> atLeastOne("--limit", given));
    }

    private boolean exact() {
        return switch (count) {
            case "auto" -> false;
            case "exact" -> true;
            default -> throw new UsageException("--count must be auto or exact, got '" + count + "'");
        };
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
