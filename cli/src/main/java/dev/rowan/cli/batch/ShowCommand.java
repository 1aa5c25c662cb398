package dev.rowan.cli.batch;

import dev.rowan.cli.command.ArtifactsOption;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.jobs.JobText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobArtifact;
import dev.rowan.engine.jobs.JobArtifact.Here;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.JobJson;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.LandscapeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan batch show`: shows a job with its steps, counts and files.
@Command(
        name = "show",
        description = "Show a job's steps, item counts, files, and why it is held.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} latest 1"})
final class ShowCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Parameters(index = "1", paramLabel = "JOB", description = "Job number, as shown by `batch list`.")
    private long job;

    @Mixin
    private final ArtifactsOption artifacts = new ArtifactsOption();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    ShowCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        LandscapeAddress address = landscape.choose(shell);
        JobAudit audit;
        List<BatchStep> steps;
        try (LandscapeReader reader = address.read()) {
            BatchRun found =
                    BatchRun.of(reader, reader.runs().summary(reader.runs().resolve(run)));
            JobReport shown = found.job(job);
            audit = found.audits(List.of(shown), reader).getFirst();
            steps = reader.jobs().steps(shown.runId(), job);
        }
        List<JobArtifact> files =
                JobArtifact.of(audit.job(), artifacts.in(address, shell)).toList();
        if (json) {
            shell.out().println(json(audit, steps, files).line());
        } else {
            String where = address.lookup(address.url(), shell).option();
            new JobText(audit, steps, files, shell).lines(where).forEach(shell.out()::println);
        }
        return 0;
    }

    private JsonObject json(JobAudit audit, List<BatchStep> steps, List<JobArtifact> files) throws IOException {
        var listed = new ArrayList<JsonObject>();
        for (JobArtifact file : files) {
            Here here = file.here();
            listed.add(JobJson.file(file, here != Here.ABSENT)
                    .put("path", file.place().toString())
                    .put("check", here));
        }
        return JobJson.of(audit, shell.time().instant())
                .put("steps", JobJson.steps(steps))
                .put("files", listed);
    }
}
