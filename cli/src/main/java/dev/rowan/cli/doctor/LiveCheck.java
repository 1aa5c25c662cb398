package dev.rowan.cli.doctor;

import dev.rowan.api.Outcome;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.run.ReportOptions;
import dev.rowan.cli.run.RunExecutor;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.plan.Forecast;
import dev.rowan.engine.plan.Forecaster;
import dev.rowan.engine.plan.PipelinePlanner;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunDefect;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.open.Landscapes;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// One real call and one real batch of one row, made by runs in a temporary directory.
record LiveCheck(TrialPipeline trial, Path folder, Shell shell) {

    /// The expected cost, and what is missing, before anything is sent.
    record Announced(String cost, List<String> missing) {}

    Announced announce() throws IOException, InterruptedException {
        Pipeline pipeline = trial.pipeline(false, folder);
        try (CliEnvironment environment = CliEnvironment.of(pipeline, shell);
                PipelinePlanner planner = PipelinePlanner.open(pipeline, environment.environment(), shell.time())) {
            var asked = new Forecaster.Asked(1, OptionalLong.empty(), Duration.ofSeconds(2));
            Forecast forecast = Forecaster.of(pipeline, planner, asked);
            String cost = forecast.unpriced() > 0
                    ? "price unknown; about 30 input and at most 64 output tokens each"
                    : "at most $"
                            + forecast.cost()
                                    .worst()
                                    .add(
                                            trial.provider().hasBatches()
                                                    ? forecast.batch()
                                                            .orElse(forecast.cost())
                                                            .worst()
                                                    : BigDecimal.ZERO)
                                    .stripTrailingZeros()
                                    .toPlainString();
            return new Announced(cost, planner.missing());
        }
    }

    CheckItem call() throws IOException, InterruptedException {
        return run("call", false);
    }

    CheckItem batch() throws IOException, InterruptedException {
        return trial.provider().hasBatches()
                ? run("batch", true)
                : CheckItem.note("batch", trial.provider().withoutBatch());
    }

    private CheckItem run(String what, boolean batch) throws IOException, InterruptedException {
        Pipeline pipeline = trial.pipeline(batch, folder);
        var random = new SecureRandom();
        String url = "sqlite:" + folder.resolve(what + ".db");
        try (Landscape landscape = Landscapes.open(url, folder, shell.time(), random);
                CliEnvironment environment = CliEnvironment.of(pipeline, shell)) {
            var request = RunRequest.fresh(
                    RowanVersion.number(),
                    List.of("doctor"),
                    RunExecutor.operator(),
                    OptionalLong.empty(),
                    Sink.Existing.OVERWRITE);
            var run = new PipelineRun(pipeline, landscape, request, environment.environment(), shell.time(), random);
            RunResult result = new RunExecutor(shell, new ReportOptions(), new ObserveOptions()).watched(run, pipeline);
            try (LandscapeReader reader = landscape.reader()) {
                return toItem(what, result, reader);
            }
        } catch (PluginException missing) {
            return CheckItem.bad(what, String.valueOf(missing.getMessage()));
        } catch (RunDefect broken) {
            return CheckItem.bad(what, String.valueOf(broken.getMessage()));
        }
    }

    private static CheckItem toItem(String what, RunResult result, LandscapeReader reader) {
        List<JobReport> jobs = JobReport.of(reader, result.runId());
        String batch = jobs.stream()
                .findFirst()
                .map(job -> job.batchId().orElse("no id") + ", "
                        + job.state().batch().word().orElse(job.phase().word()))
                .map(message -> " (" + message + ")")
                .orElse("");
        if (result.counts().outcomes().getOrDefault(Outcome.COMPLETED, 0L) == 1) {
            return CheckItem.ok(
                    what,
                    "answered in " + Figures.duration(result.took()) + ", "
                            + (result.simulated()
                                    ? "SIMULATED"
                                    : result.counts().calls().cost().text(Figures::dollars))
                            + batch);
        }
        Optional<String> cancelled = jobs.stream()
                .filter(job -> job.state()
                        .batch()
                        .status()
                        .filter(BatchStatus.State.CANCELLED::equals)
                        .isPresent())
                .findFirst()
                .map(_ -> "accepted, then cancelled after the timeout: batches work, but are queued");
        return cancelled
                .map(message -> CheckItem.note(what, message + batch))
                .orElseGet(() -> CheckItem.bad(what, why(result, reader) + batch));
    }

    /// Why the row did not succeed.
    private static String why(RunResult result, LandscapeReader reader) {
        return reader.rows().history(result.runId(), 1).stream()
                .flatMap(history -> history.visits().stream())
                .flatMap(visit -> reason(visit).stream())
                .findFirst()
                .or(result::why)
                .orElse("the row finished without an answer");
    }

    private static Stream<String> reasons(Map<?, ?> reason) {
        return Stream.of("message", "code")
                .map(reason::get)
                .filter(word -> word != null)
                .map(String::valueOf);
    }

    private static Optional<String> reason(RowHistory.Visit visit) {
        return visit.reason().flatMap(reason -> reasons(reason).findFirst());
    }
}
