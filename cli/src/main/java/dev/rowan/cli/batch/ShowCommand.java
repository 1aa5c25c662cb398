package dev.rowan.cli.batch;

import dev.rowan.cli.command.ArtifactsOption;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.jobs.JobJson;
import dev.rowan.cli.jobs.JobText;
import dev.rowan.cli.terminal.CliJson;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobArtifact;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.jobs.PricedJob;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeReader.BatchStep;
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
        PricedJob priced;
        List<BatchStep> steps;
        try (LandscapeReader reader = address.read()) {
            BatchRun found = BatchRun.of(reader, reader.summary(reader.resolve(run)));
            JobReport shown = found.job(job);
            priced = found.priced(shown, reader);
            steps = reader.steps(shown.runId(), job);
        }
        List<JobArtifact> files =
                JobArtifact.of(priced.job(), artifacts.in(address, shell)).toList();
        if (json) {
            shell.out().println(json(priced, steps, files).line());
        } else {
            String where = address.lookup(address.url(), shell).option();
            new JobText(priced, steps, files, shell).lines(where).forEach(shell.out()::println);
        }
        return 0;
    }

    private static CliJson json(PricedJob priced, List<BatchStep> steps, List<JobArtifact> files) throws IOException {
        var artifacts = new ArrayList<CliJson>();
        for (JobArtifact file : files) {
            artifacts.add(CliJson.object()
                    .put("name", file.name())
                    .put("path", file.place().toString())
                    .put("bytes", file.bytes().isPresent() ? file.bytes().getAsLong() : null)
                    .put("lines", file.lines().isPresent() ? file.lines().getAsLong() : null)
                    .put("sha256", file.sha256())
                    .put("here", file.here().word()));
        }
        return JobJson.of(priced)
                .put(
                        "steps",
                        steps.stream()
                                .map(step -> CliJson.object()
                                        .put("step", step.step())
                                        .put("at", step.at())
                                        .put("facts", JobJson.facts(step.facts())))
                                .toList())
                .put("artifacts", artifacts);
    }
}
