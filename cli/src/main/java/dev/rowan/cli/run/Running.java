package dev.rowan.cli.run;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.FailureReport;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.Outside;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.command.StoppedRun;
import dev.rowan.cli.command.UseException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.StopSignals;
import dev.rowan.engine.change.PipelineChanged;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.run.PipelineRun;
import dev.rowan.engine.run.RunDefect;
import dev.rowan.engine.run.RunRequest;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.Landscape;
import java.io.IOException;
import java.security.SecureRandom;

/// Runs a pipeline, shows how it goes and tells how it went, whichever command asked for it.
public final class Running {
    private final Shell shell;
    private final ReportOptions report;

    public Running(Shell shell, ReportOptions report) {
        this.shell = shell;
        this.report = report;
    }

    /// Who runs it, for the record.
    public static String operator() {
        return System.getProperty("user.name", "unknown");
    }

    public static String version() {
        return RowanVersion.number();
    }

    int run(Pipeline pipeline, LandscapeAddress address, RunRequest request) throws IOException, InterruptedException {
        var random = new SecureRandom();
        try (Landscape opened = address.open(shell.time(), random, shell.faults());
                Outside outside = Outside.of(pipeline, shell)) {
            var run = new PipelineRun(pipeline, opened, request, outside.surroundings(), shell.time(), random);
            try {
                RunResult result = watched(run, pipeline);
                ExitCode code =
                        ExitCode.of(result.status(), result.counts().outcomes().keySet());
                tell(new EndedRun(result, pipeline, opened.describe(), code), opened, address);
                return code.number();
            } catch (PipelineChanged changed) {
                int columns = shell.screens().err().width() - FailureReport.PREFIX.length();
                throw new UseException(ChangeText.of(changed, columns));
            } catch (RunDefect defect) {
                String where = address.finding(opened.describe(), shell).option();
                throw new StoppedRun(
                        defect,
                        shell.program() + " status " + run.runId() + where,
                        shell.program() + " resume " + run.runId() + where);
            }
        }
    }

    private void tell(EndedRun ended, Landscape opened, LandscapeAddress address) {
        if (report.json()) {
            shell.out().println(EndedRunJson.of(ended).line());
        } else if (!report.quiet()) {
            var next = NextCommands.of(ended, opened, address.finding(opened.describe(), shell), shell);
            new EndedRunText(ended, shell).lines(next).forEach(shell.out()::println);
        }
    }

    /// Runs it with its progress on show; signals stop it.
    public RunResult watched(PipelineRun run, Pipeline pipeline) throws IOException, InterruptedException {
        try (var display = ProgressDisplay.open(shell, pipeline.name(), run::progress, report.quiet());
                var _ = StopSignals.listen(new StopRequest(run, display))) {
            return run.run();
        }
    }
}
