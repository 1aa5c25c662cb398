package dev.rowan.cli.calibrate;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.PaidConsent;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.run.ReportOptions;
import dev.rowan.cli.run.RunExecutor;
import dev.rowan.cli.run.SinceOption;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.calibrate.AgreementBound;
import dev.rowan.engine.calibrate.AnswerComparison;
import dev.rowan.engine.calibrate.Calibration;
import dev.rowan.engine.calibrate.CalibrationPipeline;
import dev.rowan.engine.calibrate.CalibrationSample;
import dev.rowan.engine.calibrate.CascadeGate;
import dev.rowan.engine.calibrate.RowSample;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.plan.Forecast;
import dev.rowan.engine.plan.Forecaster;
import dev.rowan.engine.plan.PipelinePlanner;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.startup.CalibrationTarget;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.engine.startup.SinceRun;
import dev.rowan.landscape.LandscapeNotFoundException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunEnd;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;

/// Calibrates the gate of a cascade: samples rows, has a recorded run ask both models, and reports the threshold.
public record GateCalibration(Path file, String gate, CalibrationOptions options, boolean json, Shell shell) {

    /// Returns the exit code: 1 if no threshold holds.
    public int run(LandscapeAddress address, Optional<Long> rows, CommandSpec spec)
            throws IOException, InterruptedException {
        int size = options.rows(rows);
        Pipeline pipeline = load();
        CascadeGate cascade = CascadeGate.of(pipeline, gate);
        AnswerComparison comparison = AnswerComparison.of(cascade, options.compared());
        RowSample sample = RowSample.of(count(pipeline), size, options.seed());
        int fewest = AgreementBound.fewestRows(options.agreement());
        if (sample.rows().size() < fewest) {
            throw new UsageException("the source has " + Figures.counted(sample.all(), "row") + "; an agreement of "
                    + options.agreement() + " needs at least " + fewest);
        }
        announce(sample);
        RunRequest request = RunExecutor.request(
                        spec, OptionalLong.empty(), Sink.Existing.REFUSE, new RunStartMode.Fresh(), BatchOptions.USUAL)
                .calibrating(new CalibrationTarget(gate, options.agreement(), options.compared()));
        Optional<SinceRun> earlier = earlier(pipeline, address);
        return new RunExecutor(shell, json ? ReportOptions.silent() : new ReportOptions(), new ObserveOptions())
                .run(
                        CalibrationPipeline.of(load(), gate, sample),
                        address,
                        earlier.map(request::since).orElse(request),
                        (result, reader) -> report(result, reader, pipeline, cascade, comparison, sample));
    }

    private Pipeline load() throws IOException {
        Pipeline pipeline = PipelineLoader.load(file, shell);
        if (pipeline.transientSource().isPresent()) {
            throw new UsageException(
                    "--calibrate reads the source several times, and standard input can be read only once");
        }
        return pipeline;
    }

    private long count(Pipeline pipeline) throws IOException, InterruptedException {
        try (CliEnvironment environment = CliEnvironment.of(pipeline, shell);
                PipelinePlanner planner = PipelinePlanner.open(pipeline, environment.environment(), shell.time())) {
            if (!planner.missing().isEmpty()) {
                throw new UsageException("--calibrate: " + planner.missing().getFirst());
            }
            while (planner.read().isPresent()) {
                // counted by the planner
            }
            return planner.rowsRead();
        }
    }

    /// Says what is sent and what it costs at most; without a cap that must be confirmed.
    private void announce(RowSample sample) throws IOException, InterruptedException {
        Pipeline pipeline = CalibrationPipeline.of(load(), gate, sample);
        try (CliEnvironment environment = CliEnvironment.of(pipeline, shell);
                PipelinePlanner planner = PipelinePlanner.open(pipeline, environment.environment(), shell.time())) {
            var asked = new Forecaster.Asked(sample.rows().size(), OptionalLong.empty(), Duration.ofSeconds(2));
            Forecast forecast = Forecaster.of(pipeline, planner, asked);
            String what = "the calls of " + Figures.counted(sample.rows().size(), "row") + " for '" + gate + "': "
                    + (forecast.unpriced() > 0
                            ? "price unknown"
                            : "at most " + Figures.dollars(forecast.most().worst()));
            boolean capped = pipeline.run().maxCost().isPresent() && forecast.unpriced() == 0;
            PaidConsent.obtain(what, planner.simulated(), options.yes() || capped, json, shell);
        }
    }

    /// The last run that calibrated this pipeline: what it asked need not be asked again.
    private Optional<SinceRun> earlier(Pipeline pipeline, LandscapeAddress address) {
        Optional<String> run;
        try (LandscapeReader reader = address.read()) {
            run = reader.runs().newest(Integer.MAX_VALUE).stream()
                    .filter(one -> one.name().equals(CalibrationPipeline.nameOf(pipeline)))
                    .filter(one -> !one.status().equals(RunSummary.RUNNING)
                            && one.calls().calls() > 0)
                    .map(RunSummary::runId)
                    .findFirst();
        } catch (LandscapeNotFoundException _) {
            return Optional.empty();
        }
        run.ifPresent(id -> SinceOption.verify(id, address, shell));
        return run.map(id -> new SinceRun(id, Optional.empty(), false));
    }

    private int report(
            RunResult result,
            LandscapeReader reader,
            Pipeline pipeline,
            CascadeGate cascade,
            AnswerComparison comparison,
            RowSample sample)
            throws PluginException {
        if (result.status() != RunEnd.Status.COMPLETED) {
            throw new PluginException("the calibration run " + result.runId() + " stopped: "
                    + result.why().orElse(result.status().word())
                    + "; calibrate again: its answers are reused");
        }
        CalibrationSample asked = CalibrationSample.read(reader, result.runId(), cascade, comparison);
        Calibration calibration = Calibration.of(cascade, pipeline.graph(), asked, options.agreement(), sample.all());
        var found = new CalibrationReport(calibration, comparison, result, sample.all(), options.seed());
        if (json) {
            shell.out().println(found.json().line());
        } else {
            found.lines(shell.screens().out()).forEach(shell.out()::println);
        }
        return calibration.best().isPresent() ? 0 : 1;
    }
}
