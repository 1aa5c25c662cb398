package dev.rowan.cli.history;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.JobJson;
import dev.rowan.engine.report.RunJson;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.startup.RunForecast;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan status`: shows a run's status.
@Command(
        name = "status",
        description = "Show a run's status: progress, outcomes, cost and jobs.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} latest"})
public final class StatusCommand implements Runnable {
    private final Shell shell;

    @Parameters(paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public StatusCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        LandscapeAddress address = landscape.choose(shell);
        try (LandscapeReader reader = address.read()) {
            RunSummary summary = reader.runs().summary(reader.runs().resolve(run));
            List<JobAudit> jobs = JobAudit.of(reader, summary);
            List<JobReport> reports = jobs.stream().map(JobAudit::job).toList();
            Instant now = shell.time().instant();
            RunReport report = json
                    ? RunReport.read(reader, summary, reports, now, Figures::timeOfDay)
                    : RunReport.read(reader, summary, reports, now, at -> Figures.timeOfDay(at, shell.zone()));
            OutageText outages = OutageText.of(reader, summary);
            List<Map<?, ?>> changes = ChangesText.of(reader.notes().resumes(summary.runId()));
            Optional<RunForecast> forecast =
                    reader.runs().findDeclared(summary.runId()).flatMap(RunForecast::of);
            if (json) {
                shell.out()
                        .println(RunJson.detailed(report)
                                .put("resume_changes", changes)
                                .put("outages", outages.json())
                                .put("estimate", forecast.map(RunForecast::values))
                                .put("jobs", JobJson.of(jobs, now))
                                .line());
            } else {
                new StatusText(report, reports, outages, forecast, address.option(shell), shell)
                        .lines()
                        .forEach(shell.out()::println);
                ChangesText.lines(changes, shell.screens().out()).forEach(shell.out()::println);
            }
        }
    }
}
