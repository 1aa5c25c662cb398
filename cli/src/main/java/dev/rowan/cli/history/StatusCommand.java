package dev.rowan.cli.history;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.jobs.JobJson;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
        RunSummary summary;
        List<Map<String, @Nullable Object>> pools;
        List<Map<?, ?>> changes;
        List<JobReport> jobs;
        OutageText outages;
        ProgressStatus progress;
        LandscapeAddress address = landscape.choose(shell);
        try (LandscapeReader reader = address.read()) {
            summary = reader.summary(reader.resolve(run));
            pools = reader.notes(summary.runId(), PoolText.NOTE);
            jobs = JobReport.of(reader, summary.runId());
            outages = OutageText.of(reader, summary);
            progress = ProgressStatus.of(reader, summary, jobs, shell);
            changes = ChangesText.of(reader.resumes(summary.runId()));
        }
        if (json) {
            shell.out()
                    .println(progress.addTo(SummaryJson.of(summary))
                            .put("changes", changes)
                            .put("pools", pools)
                            .put("outages", outages.json())
                            .put("jobs", jobs.stream().map(JobJson::of).toList())
                            .line());
        } else {
            new StatusText(summary, pools, jobs, outages, progress.lines(), address.option(shell), shell)
                    .lines()
                    .forEach(shell.out()::println);
            ChangesText.lines(changes, shell.screens().out()).forEach(shell.out()::println);
        }
    }
}
