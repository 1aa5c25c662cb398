package dev.rowan.cli.batch;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.jobs.JobTroubles;
import dev.rowan.cli.jobs.JobsTable;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.JobJson;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan batch list`: lists the jobs of a run, or the open jobs of all runs.
@Command(
        name = "list",
        description = "List the jobs of a run, or the open jobs of all runs.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} latest"})
final class ListCommand implements Runnable {
    /// How many runs are searched when no run is named.
    private static final int RUNS = 1_000;

    private final Shell shell;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = {"Run id, unique prefix of an id, run name, or 'latest'.", "Default: all runs with open jobs."
            })
    private Optional<String> run = Optional.empty();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    ListCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        LandscapeAddress address = landscape.choose(shell);
        List<JobAudit> jobs;
        try (LandscapeReader reader = address.read()) {
            jobs = run.isPresent() ? ofRun(reader, run.get()) : waiting(reader);
        }
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("jobs", JobJson.of(jobs, shell.time().instant()))
                            .line());
        } else if (jobs.isEmpty()) {
            shell.out()
                    .println(run.map(name -> "run " + name + " has no batches").orElse("no open batch jobs"));
        } else {
            JobsTable.priced(jobs, shell).lines("").forEach(shell.out()::println);
            JobTroubles.lines(jobs.stream().map(JobAudit::job).toList(), "", shell)
                    .forEach(shell.out()::println);
            held(jobs, address);
        }
    }

    private static List<JobAudit> ofRun(LandscapeReader reader, String name) {
        BatchRun found = BatchRun.of(reader, reader.runs().summary(reader.runs().resolve(name)));
        return found.audits(found.jobs(), reader);
    }

    /// The open jobs of all runs that are not completed, the newest run first.
    private static List<JobAudit> waiting(LandscapeReader reader) {
        var jobs = new ArrayList<JobAudit>();
        for (RunSummary summary : reader.runs().newest(RUNS)) {
            if (!summary.isCompleted()) {
                BatchRun found = BatchRun.of(reader, summary);
                jobs.addAll(found.audits(found.unfinished(), reader));
            }
        }
        return jobs;
    }

    /// Lists held jobs with the command that shows the reason.
    private void held(List<JobAudit> jobs, LandscapeAddress address) {
        String where = address.lookup(address.url(), shell).option();
        List<JobReport> held = jobs.stream()
                .map(JobAudit::job)
                .filter(job -> job.held().isPresent())
                .toList();
        if (!held.isEmpty()) {
            shell.out().println();
            shell.out().println("Held, decision required:");
            held.forEach(job -> shell.out()
                    .println("  " + shell.program() + " batch show " + job.runId() + " " + job.number() + where));
        }
    }
}
