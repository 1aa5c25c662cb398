package dev.rowan.cli.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.cli.command.ArtifactFolder;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.command.StoppedRunException;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.flink.EngineOption.FlinkEngine;
import dev.rowan.cli.notify.Notifier;
import dev.rowan.cli.observe.ObserveOptions;
import dev.rowan.cli.observe.RunObservers;
import dev.rowan.cli.rows.CommonFailure;
import dev.rowan.cli.terminal.OutputFailure;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.StopSignals;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.change.PipelineChangedException;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.run.LocalWorker;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunDefect;
import dev.rowan.engine.run.RunResult;
import dev.rowan.engine.run.SplitRun;
import dev.rowan.engine.split.SplitCluster;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunForecast;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RunRefusedException;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunEnd;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/// Runs a pipeline with progress and summary, for all commands that run rows.
public final class RunExecutor {
    private final Shell shell;
    private final ReportOptions report;
    private final ObserveOptions shown;
    private final boolean signalled;

    private RunExecutor(Shell shell, ReportOptions report, ObserveOptions shown, boolean signalled) {
        this.shell = shell;
        this.report = report;
        this.shown = shown;
        this.signalled = signalled;
    }

    /// `shown` are the observers besides the terminal.
    public RunExecutor(Shell shell, ReportOptions report, ObserveOptions shown) {
        this(shell, report, shown, true);
    }

    /// An executor without output and signal handling; interrupting its thread stops the run.
    public static RunExecutor inBackground(Shell shell) {
        return new RunExecutor(shell, ReportOptions.silent(), new ObserveOptions(), false);
    }

    /// The user name, for the record.
    public static String operator() {
        return System.getProperty("user.name", "unknown");
    }

    /// The parameters of a run.
    public static RunRequest request(
            CommandSpec spec, OptionalLong limit, Sink.Existing existing, RunStartMode beginning, BatchOptions batch) {
        return RunRequest.fresh(
                        RowanVersion.number(),
                        spec.root().commandLine().getParseResult().originalArgs(),
                        operator(),
                        limit,
                        existing)
                .with(beginning)
                .with(batch);
    }

    public int run(Pipeline pipeline, LandscapeAddress address, RunRequest request)
            throws IOException, InterruptedException {
        var random = new SecureRandom();
        try (ExitGuard guard = signalled ? ExitGuard.open(shell) : ExitGuard.off(shell);
                Landscape opened = address.open(shell.time(), random, shell.faults());
                CliEnvironment environment = CliEnvironment.of(pipeline, shell);
                RunObservers observers =
                        RunObservers.open(shown, environment.environment().wire(), shell)) {
            Path artifacts = ArtifactFolder.of(Optional.empty(), address, shell);
            var runEnvironment = environment.environment().with(artifacts).with(observers.observer());
            var run = new PipelineRun(pipeline, opened, request, runEnvironment, shell.time(), random);
            guard.watch(run);
            observers.follow(run, pipeline.name(), address);
            return explaining(opened, address, run.runId(), "", () -> {
                try (Notifier notifier = notifier(run, pipeline, opened, request, environment)) {
                    RunResult result = execute(run, pipeline, notifier, observers);
                    opened.warnings()
                            .forEach(warning ->
                                    shell.err().println("warning: " + shell.withCommands(SafeText.line(warning))));
                    ExitCode code = ExitCode.of(
                            result.status(), result.counts().outcomes().keySet());
                    try {
                        print(
                                ended(result, pipeline, code, opened, environment.startedSimulator()),
                                opened,
                                address,
                                pipeline.writesStandardOutput() ? shell.reportingOnErr() : shell);
                    } catch (OutputFailure lost) {
                        String where = address.lookup(opened.describe(), shell).option();
                        throw lost.withHint("the run has ended and is recorded: " + shell.program() + " status "
                                + result.runId() + where);
                    } finally {
                        notifier.ended(result);
                    }
                    observers.stay();
                    return code.number();
                }
            });
        }
    }

    /// Reads what a run has recorded; returns the exit code.
    public interface RunReader {
        int read(RunResult result, LandscapeReader reader) throws IOException;
    }

    /// Runs a pipeline that writes no sink and has `reader` report on it.
    public int run(Pipeline pipeline, LandscapeAddress address, RunRequest request, RunReader reader)
            throws IOException, InterruptedException {
        var random = new SecureRandom();
        try (ExitGuard guard = ExitGuard.open(shell);
                Landscape opened = address.open(shell.time(), random, shell.faults());
                CliEnvironment environment = CliEnvironment.of(pipeline, shell)) {
            var runEnvironment = environment.environment().with(ArtifactFolder.of(Optional.empty(), address, shell));
            var run = new PipelineRun(pipeline, opened, request, runEnvironment, shell.time(), random);
            guard.watch(run);
            return explaining(opened, address, run.runId(), "", () -> {
                RunResult result = watched(run, pipeline);
                try (LandscapeReader recorded = opened.reader()) {
                    return reader.read(result, recorded);
                }
            });
        }
    }

    /// The same with the rows processed by workers elsewhere.
    public int run(Pipeline pipeline, LandscapeAddress address, RunRequest request, FlinkEngine engine)
            throws IOException, InterruptedException {
        if (request.limit().isPresent()) {
            throw new UsageException("--limit needs all rows in one process; omit it, or use --engine local");
        }
        return run(pipeline, address, request, (_, _) -> engine.cluster(), engine.splitRows(), " --engine flink");
    }

    /// Resumes a run that workers elsewhere have begun, with one worker in this process; `pipelines` makes its
    /// pipeline.
    int resumeHere(Pipeline pipeline, LandscapeAddress address, RunRequest request, Supplier<Pipeline> pipelines)
            throws IOException, InterruptedException {
        if (request.limit().isPresent()) {
            throw new UsageException("--limit is not available for a run that was started on Flink; omit it");
        }
        if (shown.isGiven()) {
            throw new UsageException(
                    "--ui, --ui-stay, --port, --metrics-port and --log are not available for a run that"
                            + " was started on Flink; omit them, and use `" + shell.program() + " serve`");
        }
        return run(
                pipeline,
                address,
                request,
                (landscape, environment) ->
                        new LocalWorker(pipelines, landscape, environment, shell.time(), new SecureRandom()),
                1,
                "");
    }

    /// What processes the splits of a run on an open landscape.
    private interface Workers {
        SplitCluster on(Landscape landscape, RunEnvironment environment);
    }

    private int run(
            Pipeline pipeline,
            LandscapeAddress address,
            RunRequest request,
            Workers workers,
            long splitRows,
            String resumeOptions)
            throws IOException, InterruptedException {
        var random = new SecureRandom();
        try (Landscape opened = address.open(shell.time(), random, shell.faults());
                CliEnvironment environment = CliEnvironment.of(pipeline, shell)) {
            var runEnvironment = environment.environment().with(ArtifactFolder.of(Optional.empty(), address, shell));
            var run = new SplitRun(
                    pipeline,
                    opened,
                    request,
                    runEnvironment,
                    workers.on(opened, runEnvironment),
                    splitRows,
                    shell.time(),
                    random);
            return explaining(opened, address, run.runId(), resumeOptions, () -> {
                RunResult result = watched(run, pipeline);
                ExitCode code =
                        ExitCode.of(result.status(), result.counts().outcomes().keySet());
                print(ended(result, pipeline, code, opened, Optional.empty()), opened, address, shell);
                return code.number();
            });
        }
    }

    private RunResult watched(SplitRun run, Pipeline pipeline) throws IOException, InterruptedException {
        try (var display = ProgressDisplay.open(shell, pipeline.name(), run::progress, report.quiet());
                var _ = StopSignals.listen(signal -> {
                    display.announceStop(Shell.PREFIX + signal + ": stopping after the rows in flight");
                    run.interrupt(signal);
                })) {
            return run.run();
        }
    }

    /// The run and its report; returns the exit code.
    private interface ReportedRun {
        int run() throws IOException, InterruptedException;
    }

    /// Runs it; what keeps the run from its end becomes a message with the commands that help.
    private int explaining(
            Landscape opened, LandscapeAddress address, String runId, String resumeOptions, ReportedRun run)
            throws IOException, InterruptedException {
        try {
            return run.run();
        } catch (PipelineChangedException changed) {
            int columns = shell.screens().err().width() - Shell.PREFIX.length();
            throw new UsageException(ChangeText.of(changed, columns));
        } catch (RunRefusedException refused) {
            String where = address.lookup(opened.describe(), shell).option();
            throw new UsageException(refused.text(shell.program(), where));
        } catch (RunDefect defect) {
            String where = address.lookup(opened.describe(), shell).option();
            throw new StoppedRunException(
                    defect,
                    shell.program() + " status " + runId + where,
                    shell.program() + " resume " + runId + where + resumeOptions);
        }
    }

    private Notifier notifier(
            PipelineRun run, Pipeline pipeline, Landscape opened, RunRequest request, CliEnvironment environment) {
        List<JobReport> before = List.of();
        if (pipeline.notifySettings().isPresent()
                && request.startMode() instanceof RunStartMode.Resumed(var runId, var _)) {
            try (LandscapeReader reader = opened.reader()) {
                before = JobReport.of(reader, runId);
            }
        }
        return Notifier.open(
                pipeline,
                run.runId(),
                before,
                () -> run.progress().jobs(),
                environment.environment().wire(),
                shell);
    }

    private RunResult execute(PipelineRun run, Pipeline pipeline, Notifier notifier, RunObservers observers)
            throws IOException, InterruptedException {
        try {
            return watched(run, pipeline, observers::stopping);
        } catch (RunDefect defect) {
            notifier.broke(String.valueOf(defect.getMessage()));
            throw defect;
        } finally {
            observers.finish();
        }
    }

    /// The finished run with its recorded totals.
    private EndedRun ended(
            RunResult result, Pipeline pipeline, ExitCode code, Landscape opened, Optional<URI> simulator) {
        try (LandscapeReader reader = opened.reader()) {
            RunSummary summary = reader.runs().summary(result.runId());
            List<JobAudit> jobs = JobAudit.of(reader, summary);
            List<JobReport> reports = jobs.stream().map(JobAudit::job).toList();
            return new EndedRun(
                    result,
                    pipeline,
                    opened.describe(),
                    code,
                    jobs,
                    RunReport.read(reader, summary, reports, shell.time().instant(), Figures::timeOfDay),
                    CommonFailure.of(reader, result.runId()),
                    simulator,
                    RunForecast.of(reader.runs().declared(result.runId())));
        }
    }

    private void print(EndedRun ended, Landscape opened, LandscapeAddress address, Shell reporting) {
        if (report.json()) {
            reporting
                    .out()
                    .println(EndedRunJson.of(ended, shell.time().instant()).line());
        } else if (!report.quiet()) {
            var lookup = address.lookup(opened.describe(), shell);
            var next = NextCommands.of(ended, opened, lookup, shell);
            new EndedRunText(ended, lookup.option(), reporting).lines(next).forEach(reporting.out()::println);
        } else if (ended.result().status() == RunEnd.Status.FAILED
                || ended.result().status() == RunEnd.Status.LIMITED) {
            ended.result().why().map(SafeText::line).ifPresent(shell::printError);
        }
    }

    /// Runs it with progress display; signals stop it.
    public RunResult watched(PipelineRun run, Pipeline pipeline) throws IOException, InterruptedException {
        return watched(run, pipeline, _ -> {});
    }

    private RunResult watched(PipelineRun run, Pipeline pipeline, Consumer<String> stopping)
            throws IOException, InterruptedException {
        if (!signalled) {
            return run.run();
        }
        try (var display = ProgressDisplay.open(shell, pipeline.name(), run::progress, report.quiet());
                var _ = StopSignals.listen(new StopRequest(run, keepsJobs(pipeline), display).andThen(stopping))) {
            return run.run();
        }
    }

    /// Whether jobs keep running at their providers when the run is interrupted.
    private static boolean keepsJobs(Pipeline pipeline) {
        return pipeline.transforms().stream()
                .noneMatch(node -> node.batch().onInterrupt() == BatchSettings.OnInterrupt.CANCEL);
    }
}
